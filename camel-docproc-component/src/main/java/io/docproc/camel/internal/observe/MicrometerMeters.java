/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.webhook.CompletionCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component's meters in a Micrometer registry. The only class that depends on Micrometer. */
final class MicrometerMeters {
    private static final Logger LOG = LoggerFactory.getLogger(MicrometerMeters.class);
    /** Name under which camel-micrometer looks up its registry, and binds the one that it creates. */
    private static final String CAMEL_REGISTRY_NAME = "metricsRegistry";

    private final MeterRegistry registry;
    /** Context and component name, because two contexts may share a registry and use the same component name. */
    private final Tags tags;

    private final ComponentStatus status;

    private MicrometerMeters(MeterRegistry registry, Tags tags, ComponentStatus status) {
        this.registry = registry;
        this.tags = tags;
        this.status = status;
    }

    /**
     * Registers the meters of a component, unless the context does not have exactly one suitable meter registry.
     *
     * @param component the component's name, a tag of every meter
     * @return removes the meters
     */
    static Runnable register(CamelContext context, String component, ComponentStatus status) {
        MeterRegistry registry = registry(context);
        if (registry == null) {
            return () -> {};
        }
        Tags tags = Tags.of("camelContext", context.getName(), "component", component);
        MicrometerMeters meters = new MicrometerMeters(registry, tags, status);
        meters.register();
        return meters::remove;
    }

    private static MeterRegistry registry(CamelContext context) {
        MeterRegistry named = context.getRegistry().lookupByNameAndType(CAMEL_REGISTRY_NAME, MeterRegistry.class);
        if (named != null) {
            return named;
        }
        Set<MeterRegistry> all = context.getRegistry().findByType(MeterRegistry.class);
        if (all.size() > 1) {
            LOG.warn(
                    "Found {} meter registries, and none has the name {}; docproc has no meters until one has it",
                    all.size(),
                    CAMEL_REGISTRY_NAME);
        }
        return all.size() == 1 ? all.iterator().next() : null;
    }

    private void register() {
        CallStatistics calls = status.calls();
        gauge(
                "docproc.calls.in.flight",
                "Calls in flight, including those that wait for a rate-limit permit",
                calls::inFlight);
        gauge("docproc.calls.waiting", "Calls that wait for a permit", calls::waiting);
        gauge(
                "docproc.rate.limit.waiting",
                "Calls in flight that wait for a rate-limit permit",
                status::callsWaitingForRateLimit);
        gauge(
                "docproc.balance.available",
                "Lowest available balance of the accounts as last read by a health check",
                () -> status.availableBalance().orElse(Double.NaN));
        gauge(
                "docproc.balance.minimum",
                "Available balance below which the health checks report DOWN",
                () -> status.minimumBalance().getAsDouble());
        gauge(
                "docproc.account.error.waiting",
                "Calls that wait until their account works again",
                status.accountErrors()::callsWaiting);
        time(
                "docproc.account.error",
                "Time since the service has refused the calls of an account, which wait",
                status::accountErrorDuration);
        if (status.hasJobRepository()) {
            gauge("docproc.jobs.pending", "Submitted parse jobs that are not completed", () -> {
                OptionalInt jobs = status.jobsPending();
                return jobs.isPresent() ? jobs.getAsInt() : Double.NaN;
            });
        }
        time(
                "docproc.rate.limit.cooldown",
                "Remaining cooldown after a rate limit error of the service",
                status::cooldownRemaining);
        FunctionCounter.builder(
                        "docproc.rate.limit.wait",
                        status,
                        any -> status.rateLimitWait().toNanos() / 1e9)
                .description("Total time that calls have waited for rate-limit permits")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry);
        for (CompletionCounts.Outcome outcome : CompletionCounts.Outcome.values()) {
            FunctionCounter.builder("docproc.completions", status.completions(), counts -> counts.count(outcome))
                    .description("Received completions of parse jobs")
                    .tags(tags)
                    .tag("outcome", outcome.toString())
                    .register(registry);
        }
        calls.setTimer(this::record);
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).tags(tags).register(registry);
    }

    private void time(String name, String description, Supplier<Duration> value) {
        TimeGauge.builder(name, () -> value.get().toMillis(), TimeUnit.MILLISECONDS)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void record(CallOutcome call, Duration duration) {
        Timer.builder("docproc.calls")
                .description("Calls to the service, from the permit to the completion")
                .tags(tags)
                .tag("operation", call.operation())
                .tag("outcome", call.outcome().toString())
                .tag("code", call.code())
                .register(registry)
                .record(duration);
    }

    private void remove() {
        status.calls().setTimer((call, duration) -> {});
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("docproc.")
                        && meter.getId().getTags().containsAll(tags.stream().toList()))
                .forEach(registry::remove);
    }
}
