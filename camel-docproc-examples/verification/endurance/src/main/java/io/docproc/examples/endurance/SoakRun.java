/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** Calls all operations of an application under changing faults and samples its resources. */
final class SoakRun {
    private static final long POLL_MILLIS = 100;
    private static final Duration JOBS_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(20);
    private static final int CONNECT_TIMEOUT = 2_000;
    private static final int POLL_AFTER = 1_000;

    private final Plan plan;
    private final Path home;
    private final Consumer<String> lines;
    private final Consumer<String> rows;
    private final Random random;
    private final CountDownLatch never = new CountDownLatch(1);
    private final CallStatistics statistics = new CallStatistics();
    private final SoakJobs jobs = new SoakJobs(statistics);
    private final JobRepository jobRepository;
    private final List<Resources> samples = new ArrayList<>();
    private long begun;

    /**
     * Plan of a run.
     *
     * @param time how long calls are made
     * @param samples interval between two samples of the resources
     * @param faults interval between two changes of faults
     * @param progress interval between two lines of progress
     * @param responseTimeout response timeout of the calls in milliseconds
     */
    record Plan(Duration time, Duration samples, Duration faults, Duration progress, int responseTimeout, long seed) {
        /** Returns the duration of a stall in milliseconds, longer than the response timeout. */
        int stallMillis() {
            return responseTimeout + responseTimeout / 10;
        }
    }

    /**
     * @param home an existing empty folder for everything that it needs
     * @param lines receives the progress
     * @param rows receives a CSV row for each sample
     */
    SoakRun(Plan plan, Path home, Consumer<String> lines, Consumer<String> rows) {
        this.plan = plan;
        this.home = home;
        this.lines = lines;
        this.rows = rows;
        this.random = new Random(plan.seed());
        this.jobRepository =
                new JdbcJobRepository("jdbc:h2:" + home.toAbsolutePath().resolve("jobs"));
    }

    /** Executes the plan. */
    SoakReport run() throws Exception {
        CallbackSettings callbacks = CallbackSettings.local();
        RandomFaults choice = new RandomFaults(random, plan.stallMillis());
        try (SoakFaults faults = new SoakFaults(home, plan.stallMillis(), signed(callbacks), choice)) {
            lines.accept("Local service and network at " + faults.account() + ", in separate processes");
            rows.accept("seconds,ended,failed,jobs,heap_kb,threads,handles,connections,files");
            Resources before = Resources.now(spool());
            SoakCalls calls = new SoakCalls(Files.createDirectory(home.resolve("documents")), jobs, faults.ports());
            Main main = application(faults, callbacks, calls);
            call(main, calls, faults);
            jobs.reportMissing();
            Resources after = awaitRelease(before);
            List<String> sentences = faults.end(statistics);
            sentences.add(jobs.sentence());
            return new SoakReport(statistics, sentences, samples, before, after, Connections.open());
        }
    }

    /** Waits for pending jobs only if the calls succeeded: without a network, jobs do not complete. */
    private void call(Main main, SoakCalls calls, SoakFaults faults) throws Exception {
        try (AutoCloseable stopping = main::stop) {
            main.start();
            try (LoadGenerator loadGenerator =
                    new LoadGenerator(main.getCamelContext(), calls.calls(), statistics).start(random)) {
                soak(faults, loadGenerator);
            }
            faults.clear();
            awaitJobs();
        }
    }

    /** Returns a signed callback URL, so that a malformed request is rejected for its content only. */
    private static URI signed(CallbackSettings callbacks) {
        return new CallbackSigner(callbacks.secret(), Clock.systemUTC())
                .sign(URI.create(callbacks.publicUrl() + "/docproc/completions"), "malformed", Duration.ofDays(30));
    }

    private Path spool() {
        return home.resolve("spool");
    }

    private Main application(SoakFaults faults, CallbackSettings callbacks, SoakCalls calls) {
        Main main = new Main();
        main.configure()
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true)
                .withStreamCachingSpoolDirectory(spool().toString());
        main.configure()
                .httpServer()
                .withEnabled(true)
                .withPort(callbacks.port())
                .withHost(CallbackSettings.HOST);
        main.bind("docproc", component(faults, callbacks));
        main.bind("quiet", new NoopExceptionHandler());
        main.configure().addRoutesBuilder(routes(calls));
        return main;
    }

    private DocprocComponent component(SoakFaults faults, CallbackSettings callbacks) {
        ServiceAccount account = faults.account();
        DocprocComponent component = new DocprocComponent();
        component.setJobRepository(jobRepository);
        component.setRateLimitCooldown(200);
        component.getConfiguration().setBaseUrl(account.baseUrl());
        component.getConfiguration().setWorkflowUrl(account.baseUrl());
        component.getConfiguration().setAppId(account.appId());
        component.getConfiguration().setSecretCode(account.secretCode());
        component.getConfiguration().setResponseTimeout(plan.responseTimeout());
        component.getConfiguration().setConnectTimeout(CONNECT_TIMEOUT);
        component.getConfiguration().setSslContextParameters(faults.trust());
        component.getConfiguration().setPublicUrl(callbacks.publicUrl());
        component.getConfiguration().setCallbackSecret(callbacks.secret());
        return component;
    }

    private RouteBuilder routes(SoakCalls calls) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                calls.calls().forEach(call -> from(call.entry()).to(call.uri()).process(check(call)));
                from("docproc:webhook?fetchResult=true&exceptionHandler=#quiet&pollAfter=" + POLL_AFTER)
                        .process(calls::completed);
            }
        };
    }

    private Processor check(SoakCall call) {
        return exchange ->
                call.check().problem(exchange).ifPresent(it -> statistics.addProblem(call.name() + ": " + it));
    }

    private void soak(SoakFaults faults, LoadGenerator loadGenerator) throws Exception {
        begun = System.nanoTime();
        Interval changes = new Interval(plan.faults());
        Interval samplings = new Interval(plan.samples());
        Interval progressLines = new Interval(plan.progress());
        while (elapsed().compareTo(plan.time()) < 0) {
            if (changes.isDue()) {
                faults.change();
            }
            if (samplings.isDue()) {
                loadGenerator.pause();
                sample();
                loadGenerator.resume();
            }
            if (progressLines.isDue()) {
                lines.accept(progress() + "; " + faults.now());
            }
            never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void sample() throws IOException {
        Resources now = Resources.now(spool());
        samples.add(now);
        rows.accept("%d,%d,%d,%d,%d,%d,%d,%d,%d"
                .formatted(
                        elapsed().toSeconds(),
                        statistics.ended(),
                        statistics.failed(),
                        jobRepository.size(),
                        now.heap(),
                        now.threads(),
                        now.handles(),
                        now.connections(),
                        now.files()));
    }

    private String progress() {
        long seconds = elapsed().toSeconds();
        String held = samples.isEmpty() ? "" : ", " + samples.get(samples.size() - 1);
        return String.format(
                Locale.ROOT,
                "%02d:%02d  %d calls, %d failed, %d pending jobs%s",
                seconds / 60,
                seconds % 60,
                statistics.ended(),
                statistics.failed(),
                jobRepository.size(),
                held);
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Waits until all jobs are completed; jobs with lost callbacks are polled with exponential backoff. */
    private void awaitJobs() throws InterruptedException {
        lines.accept("Calls and faults have ended; " + jobRepository.size() + " pending jobs");
        await(() -> jobRepository.size() == 0, JOBS_TIMEOUT);
        if (jobRepository.size() > 0) {
            statistics.addProblem(jobRepository.size() + " jobs are still pending");
        }
    }

    private Resources awaitRelease(Resources before) throws InterruptedException, IOException {
        await(() -> currentResources().isWithin(before), RELEASE_TIMEOUT);
        return Resources.now(spool());
    }

    private Resources currentResources() {
        try {
            return Resources.now(spool());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(BooleanSupplier condition, Duration most) throws InterruptedException {
        long from = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - from < most.toNanos()) {
            never.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Fixed interval, due for the first time after one interval. */
    private static final class Interval {
        private final long nanos;
        private long last = System.nanoTime();

        Interval(Duration time) {
            this.nanos = time.toNanos();
        }

        boolean isDue() {
            boolean due = System.nanoTime() - last >= nanos;
            if (due) {
                last = System.nanoTime();
            }
            return due;
        }
    }
}
