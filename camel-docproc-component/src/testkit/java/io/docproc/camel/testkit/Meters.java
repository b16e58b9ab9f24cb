/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;

/** The meters of a context, as a monitoring system reads them. */
public final class Meters {
    private final MeterRegistry registry;

    private Meters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Gives a context, which is not started, a registry of meters. */
    public static void bind(CamelContext context) {
        context.getRegistry().bind("metricsRegistry", new SimpleMeterRegistry());
    }

    /** Returns the meters of a context to which a registry was bound. */
    public static Meters of(CamelContext context) {
        return new Meters(context.getRegistry().lookupByNameAndType("metricsRegistry", MeterRegistry.class));
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Returns the sum of the gauges with this name and these tags. */
    public double gauge(String name, String... tags) {
        return registry.find(name).tags(tags).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** Returns the number of calls that wait, for whatever reason. */
    public int waiting() {
        return (int) gauge("docproc.calls.waiting");
    }

    /** Returns the longest time that gauges with this name show; zero if there is none. */
    public Duration time(String name) {
        return registry.find(name).timeGauges().stream()
                .mapToDouble((TimeGauge gauge) -> gauge.value(TimeUnit.MILLISECONDS))
                .mapToObj(millis -> Duration.ofMillis((long) millis))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Returns the remaining cooldown. */
    public Duration cooldown() {
        return time("docproc.rate.limit.cooldown");
    }

    /** Returns whether there is an outage. */
    public boolean isOutage() {
        return time("docproc.outage").compareTo(Duration.ZERO) > 0;
    }

    /** Returns the number of completed calls with these tags. */
    public long calls(String... tags) {
        return registry.find("docproc.calls").tags(tags).timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
