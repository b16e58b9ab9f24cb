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
 * In a child: what many calls leave behind. Half of them are crops whose image goes through a temporary file. The calls before
 * are of one kind and then of the other, so that each pool has made all connections that it may keep.
 */
public final class LeakJob {
    private static final int WARM_UP = 5_000;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Material material;
    private volatile CountDownLatch left = new CountDownLatch(0);

    private LeakJob(Lab lab) throws Exception {
        this.material = lab.material();
        DocprocCalls.account(context, "docproc");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:work?concurrentConsumers=8&size=50000")
                        .onCompletion()
                        .process(done -> left.countDown())
                        .end()
                        .choice()
                        .when(simple("${exchangeProperty.kind} == 'crop'"))
                        .to("docproc:crop?baseUrl=" + lab.answering("medium-image", 0))
                        .otherwise()
                        .to(DocprocCalls.extraction(lab.answering("extraction", 0)));
            }
        });
    }

    /** Runs {@code <calls>}. */
    public static void main(String[] arguments) throws Exception {
        LeakJob job = new LeakJob(Lab.of(arguments));
        job.context.start();
        job.calls(WARM_UP, number -> true);
        job.calls(WARM_UP, number -> false);
        Remains before = Remains.now();
        job.calls(Integer.parseInt(arguments[2]), number -> number % 2 == 0);
        // Threads of Camel's pools wait for more work that long.
        TimeUnit.SECONDS.sleep(65);
        Remains after = Remains.now();
        Report.value("heap", (after.heap - before.heap) / 1e6);
        Report.value("threads", after.threads - before.threads);
        Report.value("handles", after.handles - before.handles);
        Report.value("files", after.files - before.files);
        System.exit(0);
    }

    private void calls(int count, IntPredicate crops) throws InterruptedException {
        left = new CountDownLatch(count);
        for (int number = 0; number < count; number++) {
            boolean crop = crops.test(number);
            template.send("seda:work", exchange -> prepare(exchange, crop));
        }
        if (!left.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException(left.getCount() + " calls did not end");
        }
    }

    private void prepare(Exchange exchange, boolean crop) {
        exchange.setProperty("kind", crop ? "crop" : "extract");
        exchange.getMessage().setBody((crop ? material.smallImage() : material.smallDocument()).toFile());
    }

    private record Remains(long heap, long threads, long handles, long files) {
        /** What there is once the garbage is collected. */
        static Remains now() throws IOException, InterruptedException {
            for (int time = 0; time < 3; time++) {
                System.gc();
                TimeUnit.MILLISECONDS.sleep(500);
            }
            UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                return new Remains(
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                        ManagementFactory.getThreadMXBean().getThreadCount(),
                        system.getOpenFileDescriptorCount(),
                        files.filter(file -> file.getFileName().toString().startsWith("docproc-"))
                                .count());
            }
        }
    }
}
