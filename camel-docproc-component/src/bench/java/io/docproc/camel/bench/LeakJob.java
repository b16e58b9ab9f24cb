/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Main class of a child process that measures leaks after many calls. Half of the calls are crops whose image is
 * spooled to a temporary file. The warm-up runs one kind of calls after the other, and each response is delayed, so that
 * each connection pool reaches its maximum before the first snapshot.
 */
public final class LeakJob {
    private static final int WARM_UP = 5_000;
    private static final int DELAY = 5;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final BenchmarkData material;
    private volatile CountDownLatch remaining = new CountDownLatch(0);

    private LeakJob(BenchmarkEnvironment environment) throws Exception {
        this.material = environment.material();
        DocprocCalls.account(context, "docproc");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:work?concurrentConsumers=8&size=50000")
                        .onCompletion()
                        .process(exchange -> remaining.countDown())
                        .end()
                        .choice()
                        .when(simple("${exchangeProperty.kind} == 'crop'"))
                        .to("docproc:crop?baseUrl=" + environment.responseUrl("medium-image", DELAY))
                        .otherwise()
                        .to(DocprocCalls.extraction(environment.responseUrl("extraction", DELAY)));
            }
        });
    }

    /** Runs {@code <calls>}. */
    public static void main(String[] arguments) throws Exception {
        LeakJob job = new LeakJob(BenchmarkEnvironment.of(arguments));
        job.context.start();
        job.calls(WARM_UP, number -> true);
        job.calls(WARM_UP, number -> false);
        Snapshot before = Snapshot.now();
        job.calls(Integer.parseInt(arguments[2]), number -> number % 2 == 0);
        // Idle threads of Camel's pools end after 60 s.
        TimeUnit.SECONDS.sleep(65);
        Snapshot after = Snapshot.now();
        Report.value("heap", (after.heap - before.heap) / 1e6);
        Report.value("threads", after.threads - before.threads);
        Report.value("handles", after.handles - before.handles);
        Report.value("files", after.files - before.files);
        System.exit(0);
    }

    private void calls(int count, IntPredicate crops) throws InterruptedException {
        remaining = new CountDownLatch(count);
        for (int number = 0; number < count; number++) {
            boolean crop = crops.test(number);
            template.send("seda:work", exchange -> prepare(exchange, crop));
        }
        if (!remaining.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException(remaining.getCount() + " calls have not completed");
        }
    }

    private void prepare(Exchange exchange, boolean crop) {
        exchange.setProperty("kind", crop ? "crop" : "extract");
        exchange.getMessage().setBody((crop ? material.smallImage() : material.smallDocument()).toFile());
    }

    private record Snapshot(long heap, long threads, long handles, long files) {
        /**
         * Returns the usage after garbage collections, as soon as another one releases nothing more. The thread that
         * deletes temporary files may need seconds after a collection.
         */
        static Snapshot now() throws IOException, InterruptedException {
            Snapshot previous = afterCollection();
            Snapshot current = afterCollection();
            while (current.files < previous.files || current.handles < previous.handles) {
                previous = current;
                current = afterCollection();
            }
            return current;
        }

        private static Snapshot afterCollection() throws IOException, InterruptedException {
            System.gc();
            TimeUnit.SECONDS.sleep(1);
            UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                return new Snapshot(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        system.getOpenFileDescriptorCount(),
                        files.filter(file -> file.getFileName().toString().startsWith("docproc-"))
                                .count());
            }
        }
    }
}
