/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.sun.management.OperatingSystemMXBean;
import io.docproc.camel.DocprocComponent;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Main class of a node that sends more calls than a shared rate limit allows. Reports calls, round trips to the store
 * and CPU time every half second, until it is killed or its standard input is closed.
 */
public final class SharedRateLimitNode {
    /** Concurrent calls of a node. */
    private static final int THREADS = 12;

    static final long COOLDOWN_MILLIS = 2_000;

    private SharedRateLimitNode() {}

    /** Runs {@code <store> <calls per second of the limiter> <calls per second of the account>}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        SharedStore store = new SharedStore(arguments[2], new LongAdder());
        double rate = Double.parseDouble(arguments[3]);
        LongAdder calls = new LongAdder();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            ScheduledExecutorService reports = Executors.newSingleThreadScheduledExecutor();
            DocprocComponent component = DocprocCalls.account(context, "docproc");
            component.setRateLimiter(store.limiter(rate));
            component.setRateLimitCooldown(COOLDOWN_MILLIS);
            context.addRoutes(routes(environment.rateLimitedUrl(Integer.parseInt(arguments[4])), calls));
            context.start();
            reports.scheduleAtFixedRate(() -> report(calls, store), 500, 500, TimeUnit.MILLISECONDS);
            System.in.transferTo(OutputStream.nullOutputStream());
            System.exit(0);
        }
    }

    private static RouteBuilder routes(String url, LongAdder calls) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).handled(true);
                onCompletion().process(exchange -> calls.increment());
                from("scheduler:work?initialDelay=0&delay=1&useFixedDelay=false&greedy=true&sendEmptyMessageWhenIdle=true"
                                + "&poolSize=" + THREADS)
                        .setBody(constant("invoice number 4711\n".getBytes(StandardCharsets.US_ASCII)))
                        .to(DocprocCalls.extraction(url));
            }
        };
    }

    private static void report(LongAdder calls, SharedStore store) {
        Report.value("calls", calls.sum());
        Report.value("roundTrips", store.roundTrips().sum());
        Report.value(
                "cpuMillis",
                TimeUnit.NANOSECONDS.toMillis(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                        .getProcessCpuTime()));
    }
}
