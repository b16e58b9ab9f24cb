/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.observe.AccountHealthCheck;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;

/**
 * Registers one health check for all producers of an endpoint in Camel's repository {@code producers}, if health checks
 * are enabled. The check is registered while at least one producer is started. Thread-safe.
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

    /**
     * Validates the health check options.
     *
     * @throws IllegalArgumentException if healthCheckInterval or healthCheckTimeout is not above 0, or minimumBalance
     *     is negative or not finite
     */
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

    /** Adds a started producer. The first one registers the health check. */
    synchronized void add(DocprocProducer producer) {
        if (producers.add(producer) && producers.size() == 1) {
            contribution = repository().map(repository -> new Contribution(repository, check()));
            contribution.ifPresent(added -> added.repository().addHealthCheck(added.check()));
        }
    }

    /**
     * Removes a stopped producer. The last one removes the health check. Has no effect for a producer that was not
     * added.
     */
    synchronized void remove(DocprocProducer producer) {
        if (producers.remove(producer) && producers.isEmpty()) {
            contribution.ifPresent(added -> added.repository().removeHealthCheck(added.check()));
        }
    }

    private Optional<WritableHealthCheckRepository> repository() {
        return Optional.ofNullable(HealthCheckHelper.getHealthCheckRepository(
                        endpoint.getCamelContext(), PRODUCERS, WritableHealthCheckRepository.class))
                // A disabled check must not be registered: Camel reports it as UNKNOWN, and UNKNOWN is not ready.
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
