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
final class MicrometerMeters implements Meters, CallListener {
    private static final Logger LOG = LoggerFactory.getLogger(MicrometerMeters.class);
    /** Name under which camel-micrometer looks up its registry, and binds the one that it creates. */
    private static final String CAMELS_NAME = "metricsRegistry";

    private final MeterRegistry registry;
    /** Context and component name, because two contexts may share a registry and use the same component name. */
    private final Tags tags;

    private final ComponentStatus status;
    private final List<Meter> lasting = new ArrayList<>();
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    private record Key(String operation, CallOutcome end) {}

    private MicrometerMeters(MeterRegistry registry, Tags tags, ComponentStatus status) {
        this.registry = registry;
        this.tags = tags;
        this.status = status;
    }

    static Optional<Meters> bind(CamelContext context, String component, ComponentStatus status) {
        return registry(context).map(registry -> {
            MicrometerMeters meters = new MicrometerMeters(
                    registry, Tags.of("camelContext", context.getName(), "component", component), status);
            meters.register();
            return meters;
        });
    }

    private static Optional<MeterRegistry> registry(CamelContext context) {
        MeterRegistry named = context.getRegistry().lookupByNameAndType(CAMELS_NAME, MeterRegistry.class);
        if (named != null) {
            return Optional.of(named);
        }
        Set<MeterRegistry> all = context.getRegistry().findByType(MeterRegistry.class);
        if (all.size() > 1) {
            LOG.warn(
                    "There are {} meter registries, and none is named {}: docproc has no meters",
                    all.size(),
                    CAMELS_NAME);
        }
        return all.size() == 1 ? Optional.of(all.iterator().next()) : Optional.empty();
    }

    private void register() {
        gauge("docproc.calls.in.flight", "Calls in flight", status -> status.calls()
                .inFlight());
        gauge("docproc.calls.waiting", "Callers that wait for a place", status -> status.calls()
                .waiting());
        gauge("docproc.quota.waiting", "Calls that wait for their turn", ComponentStatus::callsWaitingForTurn);
        if (status.keepsJobs()) {
            gauge("docproc.jobs.waiting", "Submitted jobs whose end is waited for", MicrometerMeters::jobs);
        }
        lasting.add(TimeGauge.builder(
                        "docproc.quota.cooldown", status, TimeUnit.MILLISECONDS, status -> status.cooldownLeft()
                                .toMillis())
                .description("How long calls are still held back")
                .tags(tags)
                .register(registry));
        lasting.add(FunctionCounter.builder("docproc.quota.waited", status, MicrometerMeters::secondsWaited)
                .description("How long calls have waited for their turns, all together")
                .baseUnit("seconds")
                .tags(tags)
                .register(registry));
        completions("processed", CompletionCounts::processed);
        completions("duplicate", CompletionCounts::duplicate);
        completions("failed", CompletionCounts::failed);
        completions("refused", CompletionCounts::refused);
        status.calls().add(this);
    }

    private void completions(String outcome, ToDoubleFunction<CompletionCounts> count) {
        lasting.add(FunctionCounter.builder(
                        "docproc.completions", status, status -> count.applyAsDouble(status.completions()))
                .description("Completions of parse jobs that have come")
                .tags(tags)
                .tag("outcome", outcome)
                .register(registry));
    }

    private void gauge(String name, String description, ToDoubleFunction<ComponentStatus> value) {
        lasting.add(Gauge.builder(name, status, value)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private static double jobs(ComponentStatus status) {
        OptionalInt jobs = status.jobsWaiting();
        return jobs.isPresent() ? jobs.getAsInt() : Double.NaN;
    }

    private static double secondsWaited(ComponentStatus status) {
        return status.waitedForTurns().toNanos() / 1e9;
    }

    @Override
    public void ended(String operation, CallOutcome end, Duration time) {
        Key key = new Key(operation, end);
        Timer known = timers.get(key);
        // Calls get first because computeIfAbsent may lock.
        (known == null ? timers.computeIfAbsent(key, this::timer) : known).record(time);
    }

    private Timer timer(Key key) {
        return Timer.builder("docproc.calls")
                .description("Calls to the service, from having a place until the end")
                .tags(tags)
                .tag("operation", key.operation())
                .tag("outcome", key.end().outcome().toString())
                .tag("code", key.end().code())
                .register(registry);
    }

    @Override
    public void close() {
        status.calls().remove(this);
        lasting.forEach(registry::remove);
        timers.values().forEach(registry::remove);
    }
}
