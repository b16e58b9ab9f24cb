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

/** Main class of a child process that processes a folder of small files with a slow service. */
public final class FolderJob {
    /** Response time of the service in ms. */
    static final int DELAY = 2_000;

    private final BenchmarkEnvironment environment;
    private final CountDownLatch remaining;
    private final AtomicInteger failed = new AtomicInteger();

    private FolderJob(BenchmarkEnvironment environment, int files) {
        this.environment = environment;
        this.remaining = new CountDownLatch(files);
    }

    /** Runs {@code docproc|tuned <files> <in flight>}. */
    public static void main(String[] arguments) throws Exception {
        int files = Integer.parseInt(arguments[3]);
        int inFlight = Integer.parseInt(arguments[4]);
        FolderJob job = new FolderJob(BenchmarkEnvironment.of(arguments), files);
        Path folder = job.createFiles(files);
        job.run(arguments[2].equals("docproc") ? job.docproc(folder, inFlight) : job.tuned(folder, inFlight));
        System.exit(0);
    }

    private Path createFiles(int files) throws Exception {
        Path folder = environment.folder("inbox");
        byte[] content = Files.readAllBytes(environment.material().smallDocument());
        for (int number = 0; number < files; number++) {
            Files.write(folder.resolve("invoice-" + number + ".pdf"), content);
        }
        return folder;
    }

    private String service() {
        return environment.responseUrl("extraction", DELAY);
    }

    private RouteBuilder docproc(Path folder, int inFlight) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocCalls.account(getContext(), "docproc").getConfiguration().setMaxConcurrentRequests(inFlight);
                from("file:" + folder + "?initialDelay=0&delay=30000")
                        .onCompletion()
                        .process(FolderJob.this::complete)
                        .end()
                        .to(DocprocCalls.extraction(service()));
            }
        };
    }

    /** Returns a route with one thread and one connection per call in flight, and an unbounded queue. */
    private RouteBuilder tuned(Path folder, int inFlight) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder + "?initialDelay=0&delay=30000")
                        .onCompletion()
                        .process(FolderJob.this::complete)
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

    private void complete(Exchange exchange) {
        if (exchange.getProperty(Exchange.EXCEPTION_CAUGHT) != null) {
            failed.incrementAndGet();
        }
        remaining.countDown();
    }

    private void run(RouteBuilder routes) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(routes);
            context.setAutoStartup(false);
            context.start();
            long start = System.nanoTime();
            context.getRouteController().startAllRoutes();
            boolean all = remaining.await(90, TimeUnit.SECONDS);
            Report.value("seconds", (System.nanoTime() - start) / 1e9);
            Report.value("remaining", all ? 0 : remaining.getCount());
            Report.value("failed", failed.get());
            Report.value("threads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
        }
    }
}
