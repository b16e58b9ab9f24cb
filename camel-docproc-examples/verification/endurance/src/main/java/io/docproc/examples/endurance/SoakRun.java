/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.support.LocalPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.support.LoggingExceptionHandler;

/** Calls all operations of an application under changing faults and samples its resources. */
final class SoakRun {
    private static final long POLL_MILLIS = 100;
    private static final Duration JOBS_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration RELEASE_TIMEOUT = Duration.ofMinutes(1);

    private final Plan plan;
    private final Path home;
    private final Path spool;
    private final Consumer<String> lines;
    private final Consumer<String> rows;
    private final Random random;
    private final CountDownLatch never = new CountDownLatch(1);
    private final LoadGenerator load = new LoadGenerator();
    private final JobRepository jobRepository;
    private final List<Resources> samples = new ArrayList<>();
    private long started;

    /**
     * Plan of a run.
     *
     * @param samples interval between two samples of the resources
     * @param faults interval between two changes of faults
     * @param progress interval between two lines of progress
     * @param responseTimeout response timeout of the calls in milliseconds
     */
    record Plan(Duration time, Duration samples, Duration faults, Duration progress, int responseTimeout, long seed) {}

    /** Results of a run. */
    record Report(long succeeded, long failed, int samples, List<String> lines, List<String> problems) {}

    /**
     * @param home existing empty folder
     * @param lines receives the progress
     * @param rows receives a CSV row for each sample
     */
    SoakRun(Plan plan, Path home, Consumer<String> lines, Consumer<String> rows) {
        this.plan = plan;
        this.home = home.toAbsolutePath();
        this.spool = home.resolve("spool");
        this.lines = lines;
        this.rows = rows;
        this.random = new Random(plan.seed());
        this.jobRepository =
                new JdbcJobRepository("jdbc:h2:" + this.home.resolve("jobs") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    }

    /** Executes the plan. */
    Report run() throws Exception {
        // Longer than the response timeout.
        int stallMillis = plan.responseTimeout() + plan.responseTimeout() / 10;
        RandomFaults faults = new RandomFaults(random, stallMillis);
        try (SoakService service = new SoakService(home, stallMillis)) {
            lines.accept("Local service and network at " + service.baseUrl() + ", in a separate process");
            rows.accept("seconds,succeeded,failed,jobs,heap_kb,threads,handles,connections,files");
            Resources before = Resources.now(spool);
            SoakCalls calls = new SoakCalls(Files.createDirectory(home.resolve("documents")), load::addProblem);
            Main main = application(service, calls);
            try (AutoCloseable stopping = main::stop) {
                main.start();
                try (load) {
                    load.start(main.getCamelContext(), calls.calls(), random);
                    soak(service, faults);
                }
                service.set(RandomFaults.Faults.NONE);
                lines.accept("Calls and faults have ended; " + jobRepository.size() + " pending jobs");
                // Jobs with lost callbacks are polled with exponential backoff.
                if (!await(() -> jobRepository.size() == 0, JOBS_TIMEOUT)) {
                    load.addProblem(jobRepository.size() + " jobs are still pending");
                }
            }
            return report(before, List.of("faults: " + faults.summary(), calls.summary()));
        }
    }

    private Report report(Resources before, List<String> summaries) throws Exception {
        boolean released = await(() -> Resources.now(spool).isWithin(before), RELEASE_TIMEOUT);
        Resources after = Resources.now(spool);
        List<String> text = new ArrayList<>(load.table());
        text.addAll(summaries);
        List<String> comparison = Resources.compare(samples);
        text.add(samples.size() + " samples"
                + (comparison.isEmpty()
                        ? ": too few to detect a leak"
                        : ", medians of their second and last quarter:"));
        text.addAll(comparison);
        text.add("before the start: " + before);
        text.add("after the stop:   " + after);
        List<String> problems = new ArrayList<>(load.problems());
        comparison.stream().filter(it -> it.endsWith("LEAK")).forEach(problems::add);
        if (!released) {
            problems.add("not released: before " + before + ", after " + after);
            Resources.openConnections().forEach(it -> problems.add("open: " + it));
        }
        problems.forEach(it -> text.add("WRONG: " + it));
        return new Report(load.succeeded(), load.failed(), samples.size(), text, problems);
    }

    private Main application(SoakService service, SoakCalls calls) throws IOException {
        int port = LocalPort.free();
        Main main = new Main();
        main.configure()
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true)
                .withStreamCachingSpoolDirectory(spool.toString());
        main.configure().httpServer().withEnabled(true).withPort(port).withHost("127.0.0.1");
        DocprocComponent component = new DocprocComponent();
        component.setJobRepository(jobRepository);
        component.setRateLimitCooldown(200);
        component.setOutageTimeout(10_000);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setWorkflowUrl(service.baseUrl());
        component.getConfiguration().setAppId("local-app");
        component.getConfiguration().setSecretCode("local-secret");
        component.getConfiguration().setResponseTimeout(plan.responseTimeout());
        component.getConfiguration().setConnectTimeout(2_000);
        component.getConfiguration().setPublicUrl("http://127.0.0.1:" + port);
        component.getConfiguration().setCallbackSecret("callback-secret-of-the-endurance-run");
        main.bind("docproc", component);
        main.bind("quiet", new LoggingExceptionHandler(null, SoakRun.class, LoggingLevel.OFF));
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                calls.calls()
                        .forEach(call ->
                                from("direct:" + call.name()).to(call.uri()).process(check(call)));
                from("docproc:webhook?exceptionHandler=#quiet&pollAfter=1000")
                        .filter(header(DocprocConstants.STATUS).isEqualTo("completed"))
                        .to("docproc:parseResult")
                        .end()
                        .process(calls::completed);
            }
        });
        return main;
    }

    private Processor check(SoakCalls.Call call) {
        return exchange -> call.check().problem(exchange).ifPresent(it -> load.addProblem(call.name() + ": " + it));
    }

    private void soak(SoakService service, RandomFaults faults) throws Exception {
        started = System.nanoTime();
        RandomFaults.Faults now = RandomFaults.Faults.NONE;
        Duration nextChange = plan.faults();
        Duration nextSample = plan.samples();
        Duration nextLine = plan.progress();
        while (elapsed().compareTo(plan.time()) < 0) {
            if (elapsed().compareTo(nextChange) >= 0) {
                now = faults.next();
                service.set(now);
                nextChange = elapsed().plus(plan.faults());
            }
            if (elapsed().compareTo(nextSample) >= 0) {
                load.pause();
                sample();
                load.resume();
                nextSample = elapsed().plus(plan.samples());
            }
            if (elapsed().compareTo(nextLine) >= 0) {
                lines.accept(
                        progress() + "; " + (now.names().isEmpty() ? "no faults" : String.join(", ", now.names())));
                nextLine = elapsed().plus(plan.progress());
            }
            never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void sample() throws IOException {
        Resources now = Resources.now(spool);
        samples.add(now);
        rows.accept("%d,%d,%d,%d,%d,%d,%d,%d,%d"
                .formatted(
                        elapsed().toSeconds(),
                        load.succeeded(),
                        load.failed(),
                        jobRepository.size(),
                        now.heap(),
                        now.threads(),
                        now.handles(),
                        now.connections(),
                        now.files()));
    }

    private String progress() {
        return String.format(
                Locale.ROOT,
                "%02d:%02d  %d calls, %d failed, %d pending jobs%s",
                elapsed().toMinutes(),
                elapsed().toSecondsPart(),
                load.succeeded() + load.failed(),
                load.failed(),
                jobRepository.size(),
                samples.isEmpty() ? "" : ", " + samples.get(samples.size() - 1));
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private boolean await(Callable<Boolean> condition, Duration timeout) throws Exception {
        long from = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - from > timeout.toNanos()) {
                return false;
            }
            never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
        return true;
    }
}
