/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.observe.ComponentMeters;
import io.docproc.camel.internal.observe.DocprocHealthCheck;
import io.docproc.camel.internal.operation.DocprocOperation;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.WritableHealthCheckRepository;

/** The health check and the meters of a component. Thread-safe. */
final class ComponentObservation {
    private final DocprocComponent component;
    private DocprocHealthCheck healthCheck;
    /** Null without a meter registry. */
    private volatile ComponentMeters meters;

    ComponentObservation(DocprocComponent component) {
        this.component = component;
    }

    /**
     * Registers the health check and the meters, once after each start. A component that is added to a started context
     * starts before it has a name: its first endpoint registers them.
     *
     * @param checks creates the health check from the name of the component
     * @param gauges adds the gauges of the component
     */
    synchronized void begin(Function<String, DocprocHealthCheck> checks, Consumer<ComponentMeters> gauges) {
        CamelContext context = component.getCamelContext();
        String name = context.getComponentNames().stream()
                .filter(candidate -> context.hasComponent(candidate) == component)
                .findAny()
                .orElse(null);
        if (name == null || healthCheck != null || !component.isStartingOrStarted()) {
            return;
        }
        healthCheck = checks.apply(name);
        // A disabled check must not be registered: Camel reports it as UNKNOWN, and UNKNOWN is not ready.
        if (component.isHealthCheckProducerEnabled() && healthChecks() != null) {
            healthChecks().addHealthCheck(healthCheck);
        }
        ComponentMeters found = ComponentMeters.of(context, name).orElse(null);
        if (found != null) {
            found.addBalance(
                    healthCheck::available, component.getConfiguration().getMinimumBalance());
            if (component.jobRepository().isPresent()) {
                found.addJobs(healthCheck::pendingJobs);
            }
            gauges.accept(found);
            meters = found;
        }
    }

    synchronized void end() {
        if (healthCheck != null && healthChecks() != null) {
            healthChecks().removeHealthCheck(healthCheck);
        }
        healthCheck = null;
        if (meters != null) {
            meters.remove();
            meters = null;
        }
    }

    private WritableHealthCheckRepository healthChecks() {
        return HealthCheckHelper.getHealthCheckRepository(
                component.getCamelContext(), "producers", WritableHealthCheckRepository.class);
    }

    /**
     * Returns what records the calls of an operation.
     *
     * @param routeId the route that has received the message of the calls; null for none
     */
    Call.Recorder recorder(DocprocOperation operation, String routeId) {
        return (failure, isReused, duration) -> {
            ComponentMeters current = meters;
            if (current != null) {
                current.record(operation, routeId, failure, isReused, duration);
            }
        };
    }

    /** Counts a completion of a parse job. */
    void countCompletion(CompletionsConsumer.Outcome outcome) {
        ComponentMeters current = meters;
        if (current != null) {
            current.count(outcome);
        }
    }

    /** Counts the pages of a successful call. */
    void countPages(DocprocOperation operation, Exchange exchange) {
        ComponentMeters current = meters;
        if (current != null && ResultHeader.BILLED_PAGES.get(exchange.getMessage()) instanceof Integer pages) {
            current.countPages(operation, exchange.getFromRouteId(), pages);
        }
    }
}
