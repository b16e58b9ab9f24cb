/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.ServiceDouble;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckAware;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a consumer polls for a job, which failures pause polling or abandon a job, and what a stop leaves to other nodes. */
@Timeout(60)
class JobPollingTest {
    private static final String POLLING = "docproc:completions?initialDelay=0&delay=10";
    private static final Duration POLL_AFTER = Duration.ofMillis(10);
    private static final int POLLS = 4;
    private static final String COMPLETED = "{\"code\":200,\"data\":{\"status\":\"completed\"}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer node = new CallbackServer();

    @RegisterExtension
    final CallbackServer otherNode = new CallbackServer();

    private final ManualClock clock = new ManualClock();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();

    private final List<Exchange> routed = new CopyOnWriteArrayList<>();

    @BeforeEach
    void shareTheRepository() {
        for (CallbackServer each : List.of(node, otherNode)) {
            ComponentInternals.setClock(each.component(), clock);
            each.component().setJobRepository(jobRepository);
            each.configuration().setBaseUrl(service.address());
        }
    }

    private void submitted(String jobId, Duration ago) {
        jobRepository.submitted(new SubmittedJob(
                jobId, "a.pdf", CallbackServer.PATH, clock.instant().minus(ago), 0));
    }

    private void submitted(int jobs) {
        IntStream.range(0, jobs).forEach(number -> submitted("job-" + number, Duration.ofHours(2)));
    }

    private void statusIs(ResponseDefinitionBuilder response) {
        service.server()
                .stubFor(any(urlPathMatching("/api/v1/xparse/parse/async/.*")).willReturn(response));
    }

    private static ResponseDefinitionBuilder json(String body) {
        return aResponse().withBody(body);
    }

    private static ResponseDefinitionBuilder code(int code) {
        return json("{\"code\":" + code + ",\"message\":\"no such job\"}");
    }

    private int polls() {
        return service.server().findAll(anyRequestedFor(urlPathMatching(".*"))).size();
    }

    private void awaitPolls(int count) {
        await().untilAsserted(() -> assertThat(polls()).isEqualTo(count));
    }

    /** Returns the health of the consumer. */
    private HealthCheck.Result readiness() {
        Consumer consumer = node.context().getRoute("completions").getConsumer();
        return ((HealthCheckAware) consumer).getHealthCheck().call();
    }

    private List<String> received(String header) {
        return routed.stream()
                .map(exchange -> exchange.getMessage().getHeader(header, String.class))
                .toList();
    }

    private SubmittedJob job() {
        return jobRepository.find("job-1").orElseThrow();
    }

    /** Returns the time until a job is overdue. */
    private Duration wait(Duration pollAfter) {
        return Duration.between(clock.instant(), job().waitingSince().plus(pollAfter))
                .plusMillis(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {POLLING, "docproc:webhook?pollAfter=10"})
    void theDelayBetweenPollsDoublesUpToAMinuteOrToAnHourWithCallbacks(String uri) throws Exception {
        submitted("job-1", Duration.ofHours(1));
        statusIs(json("{\"code\":200,\"data\":{\"status\":\"in_progress\"}}"));
        node.run(uri, routed::add);
        List<Long> delays = new ArrayList<>();

        for (int poll = 1; poll <= 21; poll++) {
            int count = poll;
            await().until(() -> job().pollCount() == count);
            delays.add(wait(POLL_AFTER).toMillis());
            clock.advance(wait(POLL_AFTER));
        }

        int max = uri.equals(POLLING) ? 60_000 : 3_600_000;
        assertThat(delays)
                .isEqualTo(IntStream.range(0, 21)
                        .mapToObj(poll -> Math.min(max, 10L << poll))
                        .toList());
    }

    @Test
    void aJobIsPolledSecondsAfterItsRouteFailedAndThenLessOften() throws Exception {
        submitted("job-1", Duration.ZERO);
        node.run("docproc:webhook?pollAfter=10m", exchange -> {
            throw new IllegalStateException("the disk is full");
        });
        for (int failure = 0; failure < 3; failure++) {
            assertThat(node.post(node.signed("a.pdf"), CallbackServer.completed("job-1"))
                            .statusCode())
                    .isEqualTo(500);
            assertThat(wait(Duration.ofMinutes(10))).isEqualTo(Duration.ofSeconds(5L << failure));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress", "40004", "404", "40422"})
    void aJobThatRunsOrIsRejectedIsAbandonedAfterCallbackTtl(String statusOrCode) throws Exception {
        submitted("job-1", Duration.ofHours(1));
        statusIs(
                Character.isDigit(statusOrCode.charAt(0))
                        ? code(Integer.parseInt(statusOrCode))
                        : json("{\"code\":200,\"data\":{\"status\":\"" + statusOrCode + "\"}}"));
        node.run(POLLING, routed::add);
        awaitPolls(1);
        assertThat(routed).isEmpty();
        clock.advance(Duration.ofDays(7));

        await().until(() -> jobRepository.size() == 0);
        assertThat(received(DocprocConstants.STATUS)).containsExactly("failed");
        assertThat(received(DocprocConstants.MESSAGE).get(0))
                .startsWith("abandoned without completion after callbackTtl, 604800000 ms")
                .containsAnyOf("no such job", statusOrCode);
    }

    @Test
    void aJobIdThatTheComponentRefusesIsAbandonedWithoutAStatusRequest() throws Exception {
        submitted("x".repeat(201), Duration.ofDays(8));
        node.run(POLLING, routed::add);

        await().until(() -> jobRepository.size() == 0);
        assertThat(received(DocprocConstants.STATUS)).containsExactly("failed");
        service.assertNothingSent();
    }

    @ParameterizedTest
    @CoversFault(54)
    @ValueSource(
            strings = {"40306", "40102", "40003", "40008", "40400", "30203", "500", "12345", "<html>", "503", "reset"})
    void aFailureNotAboutTheJobNeverAbandonsIt(String failure) throws Exception {
        node.component().setRateLimitCooldown(1);
        submitted("job-1", Duration.ofDays(8));
        statusIs(
                switch (failure) {
                    case "<html>" -> json(failure);
                    case "503" -> aResponse().withStatus(503);
                    case "reset" -> aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER);
                    default -> code(Integer.parseInt(failure));
                });
        node.run(POLLING, routed::add);
        await().until(() -> {
            clock.advance(Duration.ofHours(1));
            return polls() >= 2;
        });
        assertThat(routed).isEmpty();
        statusIs(json(COMPLETED));

        await().untilAsserted(() -> {
            clock.advance(Duration.ofHours(1));
            assertThat(jobRepository.size()).isZero();
        });
        assertThat(received(DocprocConstants.STATUS)).containsExactly("completed");
    }

    /** The gate of the account lets one poll at a time through, as a trial. */
    @ParameterizedTest
    @CoversFault(54)
    @ValueSource(strings = {"40003", "502"})
    void inAnOutageFewPollsAreSentAndNoJobIsLost(String failure) throws Exception {
        node.component().getConfiguration().setMaxConcurrentRequests(2 * POLLS);
        submitted(50);
        node.configuration().setCallbackTtl(Duration.ofMinutes(30).toMillis());
        statusIs(failure.equals("502") ? aResponse().withStatus(502) : code(Integer.parseInt(failure)));
        node.run(POLLING + "&leaseTimeout=365d", routed::add);
        await().until(() -> polls() > 1);
        assertThat(polls()).as("polls with a permit, and a trial").isLessThan(10);
        statusIs(json(COMPLETED));

        await().untilAsserted(() -> {
            clock.advance(Duration.ofMinutes(10));
            assertThat(jobRepository.size()).isZero();
        });
        assertThat(received(DocprocConstants.JOB_ID)).hasSize(50).doesNotHaveDuplicates();
        assertThat(received(DocprocConstants.STATUS)).containsOnly("completed");
    }

    /** Neither a route that runs nor completions that wait for it delay the polls of jobs that become overdue later. */
    @Test
    void aSlowRouteDelaysNoPollOfOtherJobs() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        submitted(5);
        statusIs(json(COMPLETED));
        node.configuration().setMaxConcurrentRequests(2);
        node.run(POLLING, exchange -> {
            routed.add(exchange);
            resume.await();
        });
        awaitPolls(5);
        submitted("later", Duration.ofHours(2));

        awaitPolls(6);

        assertThat(routed).hasSize(1);
        resume.countDown();
        await().until(() -> jobRepository.size() == 0);
        assertThat(received(DocprocConstants.JOB_ID)).hasSize(6).doesNotHaveDuplicates();
    }

    /** Half of the permits of the component are for status requests. The consumer is ready before their responses. */
    @Test
    void statusRequestsThatHangDelayNoPollOfOtherJobs() throws Exception {
        submitted(8);
        try (HeldServer held = new HeldServer(COMPLETED)) {
            node.component().getConfiguration().setBaseUrl(held.url());
            node.run(POLLING, routed::add);
            await().until(() -> held.inFlight() == 8);

            submitted("later", Duration.ofHours(2));

            await().until(() -> held.inFlight() == 9);
            assertThat(readiness().getState()).isEqualTo(HealthCheck.State.UP);
            held.release(9);
            await().until(() -> jobRepository.size() == 0);
            assertThat(held.requests()).isEqualTo(9);
        }
    }

    @Test
    @CoversFault(62)
    void aCallbackAtAnotherNodeIsProcessedWhileThisOnePolls() throws Exception {
        submitted("job-1", Duration.ofHours(1));
        try (HeldServer held = new HeldServer(COMPLETED)) {
            node.configuration().setBaseUrl(held.url());
            node.run("docproc:webhook?pollAfter=10", routed::add);
            otherNode.run("docproc:webhook?pollAfter=1h", routed::add);
            await().until(() -> held.inFlight() == 1);

            assertThat(otherNode
                            .post(otherNode.signed("a.pdf"), CallbackServer.completed("job-1"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(jobRepository.size()).isZero();
            held.release(1);
            node.context().getRouteController().stopRoute("completions");
        }
        assertThat(routed).hasSize(1);
    }

    @Test
    @CoversFault(62)
    void aCallbackThatAnotherNodeAcknowledgedIsNotLost() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Void> failure = new CompletableFuture<>();
        Processor route = exchange -> {
            routed.add(exchange);
            running.countDown();
            if (routed.size() == 1) {
                failure.get();
            }
        };
        submitted("job-1", Duration.ofHours(1));
        statusIs(json(COMPLETED));
        node.run("docproc:webhook?pollAfter=10", route);
        otherNode.run("docproc:webhook?pollAfter=10", route);
        running.await();
        CallbackServer idle = routed.get(0).getContext() == node.context() ? otherNode : node;
        assertThat(idle.post(idle.signed("a.pdf"), CallbackServer.completed("job-1"))
                        .statusCode())
                .isEqualTo(200);

        failure.completeExceptionally(new IllegalStateException("the disk is full"));
        await().until(() -> job().failureCount() == 1);
        clock.advance(Duration.ofSeconds(5));

        await().until(() -> jobRepository.size() == 0);
        assertThat(routed).hasSize(2);
    }

    @Test
    @CoversFault(64)
    void aBacklogIsPolledInParallelWithoutALimitPerRound() throws Exception {
        node.component().getConfiguration().setMaxConcurrentRequests(2 * POLLS);
        ThreadPoolProfile ofApplication =
                node.context().getExecutorServiceManager().getDefaultThreadPoolProfile();
        ofApplication.setMaxQueueSize(10);
        ofApplication.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        submitted(600);
        try (HeldServer held = new HeldServer(COMPLETED)) {
            node.configuration().setBaseUrl(held.url());
            node.run("docproc:completions?initialDelay=0&delay=1h", routed::add);
            await().until(() -> held.inFlight() == POLLS);
            held.release(600);

            await().until(() -> jobRepository.size() == 0);
            assertThat(held.requests()).as("one poll for each job").isEqualTo(600);
            assertThat(held.maxInFlight()).isEqualTo(POLLS);
        }
        assertThat(received(DocprocConstants.JOB_ID)).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void theConsumersOfAComponentShareHalfOfItsPermits() throws Exception {
        node.component().getConfiguration().setMaxConcurrentRequests(2 * POLLS);
        submitted(50);
        for (int number = 0; number < 50; number++) {
            jobRepository.submitted(new SubmittedJob(
                    "other-" + number, "a.pdf", "/other", clock.instant().minus(Duration.ofHours(2)), 0));
        }
        try (HeldServer held = new HeldServer(COMPLETED)) {
            node.configuration().setBaseUrl(held.url());
            node.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from(POLLING + "&path=/other").process(routed::add);
                }
            });
            node.run(POLLING, routed::add);
            await().until(() -> held.inFlight() == POLLS);
            held.release(100);

            await().until(() -> jobRepository.size() == 0);
            assertThat(held.maxInFlight()).isEqualTo(POLLS);
        }
    }

    @Test
    void aConsumerThatWaitsForTheRateOfItsAccountLeavesPermitsToOthers() throws Exception {
        node.component().setRequestsPerSecond(0.01);
        submitted(50);
        statusIs(json(COMPLETED));
        node.run(POLLING, routed::add);
        await().until(() -> routed.size() == 1);
        jobRepository.submitted(
                new SubmittedJob("other", "a.pdf", "/other", clock.instant().minus(Duration.ofHours(2)), 0));

        node.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(POLLING + "&path=/other&appId=other&secretCode=other").process(routed::add);
            }
        });

        await().untilAsserted(
                        () -> assertThat(received(DocprocConstants.JOB_ID)).contains("other"));
    }

    @Test
    void aStopDuringARouteLeavesNoThread() throws Exception {
        submitted(1);
        statusIs(json(COMPLETED));
        CountDownLatch resume = new CountDownLatch(1);
        node.run(POLLING, exchange -> {
            routed.add(exchange);
            resume.await();
        });
        await().until(() -> routed.size() == 1);
        node.context().getRouteController().stopRoute("completions", 10, TimeUnit.MILLISECONDS);
        resume.countDown();

        String name = "Camel (" + node.context().getName() + ")";
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(thread -> thread.startsWith(name) && thread.endsWith("docproc-leases")));
    }

    @Test
    void aConsumerWhoseRepositoryCannotBeWrittenIsNotReady() throws Exception {
        submitted(1);
        node.component().setJobRepository((JobRepository) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JobRepository.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("reschedule")) {
                        throw new IllegalStateException("the disk is full");
                    }
                    return method.invoke(jobRepository, arguments);
                }));
        node.run(POLLING, routed::add);

        await().untilAsserted(() -> assertThat(readiness().getError())
                .hasValueSatisfying(failure -> assertThat(failure).hasMessage("the disk is full")));
        assertThat(readiness().getState()).isEqualTo(HealthCheck.State.DOWN);
    }

    @Test
    void aStopAbortsPollsAndMakesTheirJobsDueForOtherNodes() throws Exception {
        node.component().getConfiguration().setMaxConcurrentRequests(2 * POLLS);
        submitted(100);
        try (HeldServer held = new HeldServer(COMPLETED)) {
            node.configuration().setBaseUrl(held.url());
            node.run(POLLING, routed::add);
            await().until(() -> held.inFlight() == POLLS);

            node.context().getRouteController().stopRoute("completions");

            await().untilAsserted(() -> assertThat(jobRepository.overdue(
                            CallbackServer.PATH, clock.instant().minus(POLL_AFTER), clock.instant(), 200))
                    .hasSize(100));
            assertThat(held.requests()).isEqualTo(POLLS);
        }
        assertThat(routed).isEmpty();
    }

    @Test
    void aCompletionThatWaitsForARouteIsLeftToOtherNodesAtAStop() throws Exception {
        CountDownLatch resume = new CountDownLatch(1);
        submitted(20);
        statusIs(json(COMPLETED));
        node.run(POLLING, exchange -> {
            routed.add(exchange);
            resume.await();
        });
        awaitPolls(20);
        await().until(() -> routed.size() == 1);
        Thread stop = new Thread(() -> node.context().stop());
        stop.start();
        await().until(() -> jobRepository
                        .overdue(CallbackServer.PATH, clock.instant().minus(POLL_AFTER), clock.instant(), 100)
                        .size()
                == 19);
        resume.countDown();
        stop.join();

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isEqualTo(19);
    }
}
