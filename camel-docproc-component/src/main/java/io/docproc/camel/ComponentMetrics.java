/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.observe.CallStatistics;
import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.observe.ComponentStatus;
import io.docproc.camel.internal.observe.Meters;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.webhook.CompletionCounters;
import io.docproc.camel.internal.webhook.CompletionCounters.Outcome;
import java.util.Arrays;
import java.util.Optional;
import org.apache.camel.CamelContext;

/** Collects the call and completion statistics of a component and publishes them by JMX and Micrometer. */
final class ComponentMetrics {
    private final DocprocComponent component;
    private final CallStatistics calls = new CallStatistics(
            Arrays.stream(DocprocOperation.values()).map(Enum::name).toList());
    private final CompletionCounters receptions = new CompletionCounters();
    private final AccountChecks accounts = new AccountChecks();
    private final ComponentStatus status;
    private Optional<Meters> meters = Optional.empty();

    ComponentMetrics(DocprocComponent component) {
        this.component = component;
        this.status = new ComponentStatus(
                calls,
                component.rateLimits()::inUse,
                component::getRequestsPerSecond,
                () -> Optional.ofNullable(component.getJobRepository()),
                this::completions);
    }

    /** Returns the statistics of calls, by operation. */
    CallStatistics calls() {
        return calls;
    }

    /** Returns the counters of job completions, by outcome. */
    CompletionCounters receptions() {
        return receptions;
    }

    /** Returns the balance probes for the health checks. */
    AccountChecks accounts() {
        return accounts;
    }

    /** Returns the status of the component for management. */
    ComponentStatus status() {
        return status;
    }

    private CompletionCounts completions() {
        return new CompletionCounts(
                receptions.count(Outcome.PROCESSED),
                receptions.count(Outcome.DUPLICATE),
                receptions.count(Outcome.FAILED),
                receptions.count(Outcome.REFUSED));
    }

    /**
     * Binds the meters once the context has started, so that a meter registry that starts with the context is found.
     */
    void start() throws Exception {
        component.getCamelContext().addStartupListener((context, alreadyStarted) -> bindMeters(context));
    }

    private void bindMeters(CamelContext context) {
        if (!component.isStoppingOrStopped() && meters.isEmpty()) {
            meters = Meters.bind(context, name(context), status);
        }
    }

    private String name(CamelContext context) {
        return context.getComponentNames().stream()
                .filter(name -> context.hasComponent(name) == component)
                .findAny()
                .orElse("docproc");
    }

    /** Removes the meters and stops the balance probes. */
    void stop() {
        meters.ifPresent(Meters::close);
        meters = Optional.empty();
        accounts.stop();
    }
}
