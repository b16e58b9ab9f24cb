/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.support.CamelContextHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The meters of a component in the Micrometer registry of its context. Thread-safe. */
public final class ComponentMeters {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentMeters.class);

    private final MeterRegistry registry;
    /** Context and component name, because two contexts may share a registry and use the same component name. */
    private final Tags tags;

    private ComponentMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /**
     * Returns the meters of a component; empty without Micrometer on the class path, or if the context has neither one
     * meter registry nor the one of camel-micrometer.
     *
     * @param component the component's name, a tag of every meter
     */
    public static Optional<ComponentMeters> of(CamelContext context, String component) {
        if (context.getClassResolver().resolveClass("io.micrometer.core.instrument.MeterRegistry") == null) {
            return Optional.empty();
        }
        MeterRegistry named = CamelContextHelper.lookup(context, "metricsRegistry", MeterRegistry.class);
        return Optional.ofNullable(
                        named != null ? named : CamelContextHelper.findSingleByType(context, MeterRegistry.class))
                .map(registry -> new ComponentMeters(
                        registry, Tags.of("camelContext", context.getName(), "component", component)));
    }

    /** Adds the counters of completions, and the gauges of the accounts that the component uses. */
    public void addGates(Supplier<Collection<AccountGate>> gates) {
        Stream.of(CompletionsConsumer.Outcome.values()).forEach(this::completions);
        addWaiting(
                "outage",
                () -> gates.get().stream().mapToInt(AccountGate::waiting).sum());
        addWaiting(
                "rate",
                () -> gates.get().stream().mapToInt(AccountGate::awaitingRate).sum());
        addTime("docproc.outage", "Time since the begin of the longest outage", () -> gates.get().stream()
                .flatMap(gate -> gate.longest().stream())
                .map(AccountGate.Outage::duration));
        addTime(
                "docproc.rate.limit.cooldown",
                "Remaining cooldown after a rate limit error of the service",
                () -> gates.get().stream().map(AccountGate::cooldownRemaining));
    }

    /** Adds the gauges of the permits of {@code maxConcurrentRequests}. */
    public void addPermits(Semaphore permits, int maximum) {
        addWaiting("permit", permits::getQueueLength);
        addGauge(
                "docproc.calls.in.flight",
                "Calls that have a permit",
                Tags.empty(),
                () -> maximum - permits.availablePermits());
    }

    /** Adds the gauges of the balance that the health check reads. */
    public void addBalance(Supplier<Number> available, double minimum) {
        addGauge("docproc.balance.available", "Available balance as last read", Tags.empty(), available);
        addGauge("docproc.balance.minimum", "Option minimumBalance", Tags.empty(), () -> minimum);
    }

    /** Adds the gauge of the jobs that the health check reads; it is NaN while the repository cannot be read. */
    public void addJobs(Supplier<Number> jobs) {
        addGauge("docproc.jobs.pending", "Submitted parse jobs that are not completed", Tags.empty(), jobs);
    }

    /** Counts a completion of a parse job. */
    public void count(CompletionsConsumer.Outcome outcome) {
        safely(() -> completions(outcome).increment());
    }

    private Counter completions(CompletionsConsumer.Outcome outcome) {
        return Counter.builder("docproc.completions")
                .description("Received completions of parse jobs")
                .tags(tags)
                .tag("outcome", outcome.toString())
                .register(registry);
    }

    private void addWaiting(String reason, Supplier<Number> calls) {
        addGauge("docproc.calls.waiting", "Calls that wait", Tags.of("reason", reason), calls);
    }

    private void addGauge(String name, String description, Tags more, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).tags(tags.and(more)).register(registry);
    }

    /** Adds a gauge of the longest of several times. */
    private void addTime(String name, String description, Supplier<Stream<Duration>> times) {
        TimeGauge.builder(
                        name,
                        () -> times.get().mapToLong(Duration::toMillis).max().orElse(0),
                        TimeUnit.MILLISECONDS)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /**
     * Records how a call, or an attempt of it, has ended.
     *
     * @param routeId the route that has received the message; null for a call of a template, or of the component itself
     * @param failure the failure; null for a success
     * @param isReused whether the answer of an earlier call was used
     * @param duration the time since the attempt was sent; zero if it was not sent
     */
    public void record(
            DocprocOperation operation, String routeId, Throwable failure, boolean isReused, Duration duration) {
        CallOutcome success =
                isReused ? CallOutcome.STORED : operation.isBilled() ? CallOutcome.BILLED : CallOutcome.FREE;
        safely(() -> Timer.builder("docproc.calls")
                .description("Calls to the service, from the permit to the completion")
                .tags(callTags(operation, routeId))
                .tag("outcome", (failure == null ? success : CallOutcome.of(failure)).toString())
                .tag("code", failure == null ? "200" : CallOutcome.code(failure))
                .register(registry)
                .record(duration));
    }

    /** Counts pages that the service has processed for a call. */
    public void countPages(DocprocOperation operation, String routeId, double pages) {
        safely(() -> Counter.builder("docproc.pages")
                .description("Pages that the service has processed")
                .tags(callTags(operation, routeId))
                .register(registry)
                .increment(pages));
    }

    private Tags callTags(DocprocOperation operation, String routeId) {
        return tags.and("operation", operation.name(), "routeId", routeId == null ? "none" : routeId);
    }

    /** A registry that fails, or lacks a class, must not fail a call that was billed. */
    private static void safely(Runnable recording) {
        try {
            recording.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A meter cannot record a call, which is not affected: {}", e.toString());
        }
    }

    /** Removes the meters. */
    public void remove() {
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("docproc.")
                        && meter.getId().getTags().containsAll(tags.stream().toList()))
                .forEach(registry::remove);
    }
}
