/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.http.CallStatistics;
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

    private MicrometerMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    /**
     * Registers the meters of a component, unless the context does not have exactly one suitable meter registry.
     *
     * @param component the component's name, a tag of every meter
     * @return removes the meters
     */
    static Runnable register(CamelContext context, String component, ComponentStatus status) {
        MeterRegistry registry = context.getRegistry().lookupByNameAndType(CAMEL_REGISTRY_NAME, MeterRegistry.class);
        Set<MeterRegistry> all = context.getRegistry().findByType(MeterRegistry.class);
        if (registry == null && all.size() > 1) {
            LOG.warn(
                    "Found {} meter registries, and none has the name {}; docproc has no meters until one has it",
                    all.size(),
                    CAMEL_REGISTRY_NAME);
        }
        if (registry == null && all.size() != 1) {
            return () -> {};
        }
        MicrometerMeters meters = new MicrometerMeters(
                registry == null ? all.iterator().next() : registry,
                Tags.of("camelContext", context.getName(), "component", component));
        meters.register(status);
        return () -> meters.remove(status);
    }

    private void register(ComponentStatus status) {
        CallStatistics calls = status.calls();
        String inFlight = "Calls that have been sent and wait for their response";
        gauge("docproc.calls.in.flight", inFlight, calls::inFlight);
        gauge("docproc.calls.waiting", "Calls that wait for the gate of their account or a permit", calls::waiting);
        String available = "Lowest available balance of the accounts as last read by a health check";
        gauge("docproc.balance.available", available, () -> status.availableBalance()
                .orElse(Double.NaN));
        String minimum = "Available balance below which the health checks report DOWN";
        gauge("docproc.balance.minimum", minimum, status.minimumBalance()::getAsDouble);
        String held = "Calls that wait for the end of an outage";
        gauge("docproc.outage.waiting", held, status.outageWaiting()::getAsInt);
        String outage = "Duration of the longest outage, during which calls wait";
        time("docproc.outage", outage, status::outageDuration);
        if (status.hasJobRepository()) {
            String pending = "Submitted parse jobs that are not completed";
            gauge("docproc.jobs.pending", pending, () -> {
                OptionalInt jobs = status.jobsPending();
                return jobs.isPresent() ? jobs.getAsInt() : Double.NaN;
            });
        }
        String cooldown = "Remaining cooldown after a rate limit error of the service";
        time("docproc.rate.limit.cooldown", cooldown, status::cooldownRemaining);
        for (CompletionCounts.Outcome outcome : CompletionCounts.Outcome.values()) {
            FunctionCounter.builder("docproc.completions", status.completions(), counts -> counts.count(outcome))
                    .description("Received completions of parse jobs")
                    .tags(tags)
                    .tag("outcome", outcome.toString())
                    .register(registry);
        }
        calls.setTimer((call, duration) -> Timer.builder("docproc.calls")
                .description("Calls to the service, from the permit to the completion")
                .tags(tags)
                .tags("operation", call.operation(), "outcome", call.outcome().toString(), "code", call.code())
                .register(registry)
                .record(duration));
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

    private void remove(ComponentStatus status) {
        status.calls().setTimer((call, duration) -> {});
        registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith("docproc.")
                        && meter.getId().getTags().containsAll(tags.stream().toList()))
                .forEach(registry::remove);
    }
}
