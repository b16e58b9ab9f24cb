/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** In a child: a folder of small files, and a service that takes its time. */
public final class FolderJob {
    /** How long the service takes, in milliseconds. */
    static final int DELAY = 2_000;

    private final Lab lab;
    private final CountDownLatch left;
    private final AtomicInteger failed = new AtomicInteger();

    private FolderJob(Lab lab, int files) {
        this.lab = lab;
        this.left = new CountDownLatch(files);
    }

    /** Runs {@code docproc|tuned <files> <in flight>}. */
    public static void main(String[] arguments) throws Exception {
        int files = Integer.parseInt(arguments[3]);
        int inFlight = Integer.parseInt(arguments[4]);
        FolderJob job = new FolderJob(Lab.of(arguments), files);
        Path folder = job.fill(files);
        job.run(arguments[2].equals("docproc") ? job.docproc(folder, inFlight) : job.tuned(folder, inFlight));
        System.exit(0);
    }

    private Path fill(int files) throws Exception {
        Path folder = lab.folder("inbox");
        byte[] content = Files.readAllBytes(lab.material().smallDocument());
        for (int number = 0; number < files; number++) {
            Files.write(folder.resolve("invoice-" + number + ".pdf"), content);
        }
        return folder;
    }

    private String service() {
        return lab.answering("extraction", DELAY);
    }

    private RouteBuilder docproc(Path folder, int inFlight) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocCalls.account(getContext(), "docproc").getConfiguration().setMaxConcurrentRequests(inFlight);
                from("file:" + folder + "?initialDelay=0&delay=30000")
                        .onCompletion()
                        .process(FolderJob.this::done)
                        .end()
                        .to(DocprocCalls.extraction(service()));
            }
        };
    }

    /** A thread and a connection for each call in flight, and a queue that never makes the poller do the work. */
    private RouteBuilder tuned(Path folder, int inFlight) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder + "?initialDelay=0&delay=30000")
                        .onCompletion()
                        .process(FolderJob.this::done)
                        .end()
                        .threads(inFlight, inFlight)
                        .maxQueueSize(-1)
                        .setHeader("x-ti-app-id", constant("bench"))
                        .setHeader("x-ti-secret-code", constant("bench-secret"))
                        .process(NaiveCalls::extractionRequest)
                        .marshal()
                        .json()
                        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                        .to(service() + "/extract?maxTotalConnections=" + inFlight + "&connectionsPerRoute=" + inFlight)
                        .unmarshal()
                        .json()
                        .process(NaiveCalls::requireSuccess);
            }
        };
    }

    private void done(Exchange exchange) {
        if (exchange.getProperty(Exchange.EXCEPTION_CAUGHT) != null) {
            failed.incrementAndGet();
        }
        left.countDown();
    }

    private void run(RouteBuilder routes) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(routes);
            context.setAutoStartup(false);
            context.start();
            long start = System.nanoTime();
            context.getRouteController().startAllRoutes();
            boolean all = left.await(90, TimeUnit.SECONDS);
            Report.value("seconds", (System.nanoTime() - start) / 1e9);
            Report.value("left", all ? 0 : left.getCount());
            Report.value("failed", failed.get());
            Report.value("threads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
        }
    }
}
