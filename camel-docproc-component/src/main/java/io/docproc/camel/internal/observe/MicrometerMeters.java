/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A component's meters in a Micrometer registry. The only class that depends on Micrometer. */
final class MicrometerMeters implements CallListener {
    private static final Logger LOG = LoggerFactory.getLogger(MicrometerMeters.class);
    /** Name under which camel-micrometer looks up its registry, and binds the one that it creates. */
    private static final String CAMEL_REGISTRY_NAME = "metricsRegistry";

    private final MeterRegistry registry;
    /** Context and component name, because two contexts may share a registry and use the same component name. */
    private final Tags tags;

    private final ComponentStatus status;
    private final List<Meter> registered = new ArrayList<>();
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    private record Key(String operation, CallOutcome outcome) {}

    private MicrometerMeters(MeterRegistry registry, Tags tags, ComponentStatus status) {
        this.registry = registry;
        this.tags = tags;
        this.status = status;
    }

    /**
     * Registers the meters of a component.
     *
     * @param context the context whose registry contains the meter registry
     * @param component the component's name, a tag of every meter
     * @param status the source of the values
     * @return removes the meters; empty without exactly one suitable meter registry
     */
    static Optional<Runnable> bind(CamelContext context, String component, ComponentStatus status) {
        return registry(context).map(registry -> {
            MicrometerMeters meters = new MicrometerMeters(
                    registry, Tags.of("camelContext", context.getName(), "component", component), status);
            meters.register();
            return meters::close;
        });
    }

    private static Optional<MeterRegistry> registry(CamelContext context) {
        MeterRegistry named = context.getRegistry().lookupByNameAndType(CAMEL_REGISTRY_NAME, MeterRegistry.class);
        if (named != null) {
            return Optional.of(named);
        }
        Set<MeterRegistry> all = context.getRegistry().findByType(MeterRegistry.class);
        if (all.size() > 1) {
            LOG.warn(
                    "Found {} meter registries, and none has the name {}; docproc has no meters until one has it",
                    all.size(),
                    CAMEL_REGISTRY_NAME);
        }
        return all.size() == 1 ? Optional.of(all.iterator().next()) : Optional.empty();
    }

    private void register() {
        gauge(
                "docproc.calls.in.flight",
                "Calls in flight, including those that wait for a rate-limit permit",
                status -> status.calls().inFlight());
        gauge("docproc.calls.waiting", "Calls that wait for a thread or a permit", status -> status.calls()
                .waiting());
        gauge(
                "docproc.rate.limit.waiting",
                "Calls in flight that wait for a rate-limit permit",
                ComponentStatus::callsWaitingForRateLimit);
        if (status.hasJobRepository()) {
            gauge("docproc.jobs.pending", "Submitted parse jobs that are not completed", MicrometerMeters::jobs);
        }
        registered.add(TimeGauge.builder(
                        "docproc.rate.limit.cooldown",
                        status,
                        TimeUnit.MILLISECONDS,
                        status -> status.cooldownRemaining().toMillis())
                .description("Remaining cooldown after a rate limit error of the service")
                .tags(tags)
                .register(registry));
        registered.add(
                FunctionCounter.builder("docproc.rate.limit.wait", status, MicrometerMeters::rateLimitWaitSeconds)
                        .description("Total time that calls have waited for rate-limit permits")
                        .baseUnit("seconds")
                        .tags(tags)
                        .register(registry));
        for (CompletionCounts.Outcome outcome : CompletionCounts.Outcome.values()) {
            completions(outcome);
        }
        status.calls().add(this);
    }

    private void completions(CompletionCounts.Outcome outcome) {
        registered.add(
                FunctionCounter.builder("docproc.completions", status.completions(), counts -> counts.count(outcome))
                        .description("Received completions of parse jobs")
                        .tags(tags)
                        .tag("outcome", outcome.toString())
                        .register(registry));
    }

    private void gauge(String name, String description, ToDoubleFunction<ComponentStatus> value) {
        registered.add(Gauge.builder(name, status, value)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private static double jobs(ComponentStatus status) {
        OptionalInt jobs = status.jobsPending();
        return jobs.isPresent() ? jobs.getAsInt() : Double.NaN;
    }

    private static double rateLimitWaitSeconds(ComponentStatus status) {
        return status.rateLimitWait().toNanos() / 1e9;
    }

    @Override
    public void callCompleted(String operation, CallOutcome outcome, Duration time) {
        Key key = new Key(operation, outcome);
        Timer timer = timers.get(key);
        // Calls get first because computeIfAbsent may lock.
        (timer == null ? timers.computeIfAbsent(key, this::newTimer) : timer).record(time);
    }

    private Timer newTimer(Key key) {
        return Timer.builder("docproc.calls")
                .description("Calls to the service, from the permit to the completion")
                .tags(tags)
                .tag("operation", key.operation())
                .tag("outcome", key.outcome().outcome().toString())
                .tag("code", key.outcome().code())
                .register(registry);
    }

    private void close() {
        status.calls().remove(this);
        registered.forEach(registry::remove);
        timers.values().forEach(registry::remove);
    }
}
