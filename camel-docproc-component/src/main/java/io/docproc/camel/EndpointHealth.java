/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.observe.AccountHealthCheck;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;

/**
 * Contributes an endpoint's health check to Camel's repository of producers, where the application has health checks: one
 * for all its producers, for as long as one of them is there.
 */
final class EndpointHealth {
    private static final String PRODUCERS = "producers";

    private final DocprocEndpoint endpoint;
    private final Set<DocprocProducer> producers = new HashSet<>();
    private Optional<Contribution> contribution = Optional.empty();

    private record Contribution(WritableHealthCheckRepository repository, AccountHealthCheck check) {}

    EndpointHealth(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** @throws IllegalArgumentException when an option cannot work */
    static void requireValid(DocprocConfiguration configuration) {
        requirePositive("healthCheckInterval", configuration.getHealthCheckInterval());
        requirePositive("healthCheckTimeout", configuration.getHealthCheckTimeout());
        double minimum = configuration.getMinimumBalance();
        if (minimum < 0 || !Double.isFinite(minimum)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimum + "; allowed is an amount of money from 0 up");
        }
    }

    private static void requirePositive(String option, long milliseconds) {
        if (milliseconds <= 0) {
            throw new IllegalArgumentException(
                    "Option " + option + " is " + milliseconds + " ms; allowed is a duration above 0");
        }
    }

    /** A producer has started. */
    synchronized void add(DocprocProducer producer) {
        if (producers.add(producer) && producers.size() == 1) {
            contribution = repository().map(repository -> new Contribution(repository, check()));
            contribution.ifPresent(added -> added.repository().addHealthCheck(added.check()));
        }
    }

    /** A producer has stopped; nothing changes when it had not started. */
    synchronized void remove(DocprocProducer producer) {
        if (producers.remove(producer) && producers.isEmpty()) {
            contribution.ifPresent(added -> added.repository().removeHealthCheck(added.check()));
        }
    }

    private Optional<WritableHealthCheckRepository> repository() {
        return Optional.ofNullable(HealthCheckHelper.getHealthCheckRepository(
                        endpoint.getCamelContext(), PRODUCERS, WritableHealthCheckRepository.class))
                // A check that is there and disabled is unknown to Camel, and what is unknown is not ready.
                .filter(checks -> endpoint.getComponent().isHealthCheckProducerEnabled());
    }

    private AccountHealthCheck check() {
        AccountHealthCheck.Subject subject = new AccountHealthCheck.Subject(
                endpoint.getOperation().name(),
                endpoint.account().baseUrl().toString(),
                Duration.ofMillis(endpoint.getConfiguration().getHealthCheckInterval()),
                BigDecimal.valueOf(endpoint.getConfiguration().getMinimumBalance())
                        .stripTrailingZeros());
        return new AccountHealthCheck(
                endpoint.getId(),
                subject,
                () -> endpoint.getComponent().observation().accounts().of(endpoint));
    }
}
