/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Producer;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;

/**
 * Registers one health check for all producers of an endpoint in Camel's repository {@code producers}, if health checks
 * are enabled. The check is registered while at least one producer is started. Thread-safe.
 */
public final class ProducerHealth {
    private static final String PRODUCERS = "producers";

    private final CamelContext context;
    private final BooleanSupplier enabled;
    private final Supplier<AccountHealthCheck> check;
    private final Set<Producer> producers = new HashSet<>();
    private Optional<Runnable> removal = Optional.empty();

    /**
     * Creates an instance without producers.
     *
     * @param context contains the health check repository
     * @param enabled returns whether the component has health checks of producers
     * @param check creates the health check
     */
    public ProducerHealth(CamelContext context, BooleanSupplier enabled, Supplier<AccountHealthCheck> check) {
        this.context = context;
        this.enabled = enabled;
        this.check = check;
    }

    /** Adds a started producer. The first one registers the health check. */
    public synchronized void add(Producer producer) {
        if (producers.add(producer) && producers.size() == 1) {
            removal = repository().map(repository -> {
                AccountHealthCheck added = check.get();
                repository.addHealthCheck(added);
                return () -> repository.removeHealthCheck(added);
            });
        }
    }

    /**
     * Removes a stopped producer. The last one removes the health check. Has no effect for a producer that was not
     * added.
     */
    public synchronized void remove(Producer producer) {
        if (producers.remove(producer) && producers.isEmpty()) {
            removal.ifPresent(Runnable::run);
        }
    }

    private Optional<WritableHealthCheckRepository> repository() {
        return Optional.ofNullable(HealthCheckHelper.getHealthCheckRepository(
                        context, PRODUCERS, WritableHealthCheckRepository.class))
                // A disabled check must not be registered: Camel reports it as UNKNOWN, and UNKNOWN is not ready.
                .filter(checks -> enabled.getAsBoolean());
    }
}
