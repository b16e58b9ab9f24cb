/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.observe.AccountHealthCheck;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;

/** Contributes a health check to Camel's repository of producers, where the application has health checks. */
final class EndpointHealth {
    private static final String PRODUCERS = "producers";

    private final Optional<WritableHealthCheckRepository> repository;
    private final AccountHealthCheck check;

    EndpointHealth(DocprocEndpoint endpoint) {
        DocprocComponent component = endpoint.getComponent();
        AccountHealthCheck.Subject subject = new AccountHealthCheck.Subject(
                endpoint.getOperation().name(),
                endpoint.account().baseUrl().toString(),
                Duration.ofMillis(endpoint.getConfiguration().getHealthCheckInterval()),
                BigDecimal.valueOf(endpoint.getConfiguration().getMinimumBalance())
                        .stripTrailingZeros());
        check = new AccountHealthCheck(
                endpoint.getId(),
                subject,
                () -> component.observation().accounts().of(endpoint));
        repository = Optional.ofNullable(HealthCheckHelper.getHealthCheckRepository(
                        endpoint.getCamelContext(), PRODUCERS, WritableHealthCheckRepository.class))
                // A check that is there and disabled is unknown to Camel, and what is unknown is not ready.
                .filter(producers -> component.isHealthCheckProducerEnabled());
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

    void start() {
        repository.ifPresent(producers -> producers.addHealthCheck(check));
    }

    void stop() {
        repository.ifPresent(producers -> producers.removeHealthCheck(check));
    }
}
