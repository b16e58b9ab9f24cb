/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ManualClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One node at a time runs the route of a completion: leases, duplicates, and repositories that fail. */
@Timeout(60)
class CompletionLeaseTest {
    private static final Duration LEASE = Duration.ofMinutes(5);

    @RegisterExtension
    final CallbackServer node = new CallbackServer();

    @RegisterExtension
    final CallbackServer otherNode = new CallbackServer();

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger extensions = new AtomicInteger();
    private volatile String failing = "";

    private final MemoryJobRepository jobRepository = new MemoryJobRepository() {
        @Override
        public synchronized LeaseResult lease(String jobId, String owner, Instant now, Instant until) {
            failIf("lease");
            extensions.incrementAndGet();
            return super.lease(jobId, owner, now, until);
        }

        @Override
        public synchronized void completed(String jobId, Instant keepUntil) {
            failIf("completed");
            super.completed(jobId, keepUntil);
        }
    };

    private final List<Exchange> routed = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> routeEnd = new CompletableFuture<>();

    private void failIf(String operation) {
        if (failing.equals(operation)) {
            failures.incrementAndGet();
            throw new IllegalStateException("the database is gone");
        }
    }

    @BeforeEach
    void shareTheRepository() {
        for (CallbackServer each : List.of(node, otherNode)) {
            ComponentInternals.setClock(each.component(), clock);
            each.component().setJobRepository(jobRepository);
        }
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, clock.instant(), 0));
    }

    private int post(CallbackServer to, String event) throws Exception {
        return to.post(CallbackServer.signed(to.address(), "a.pdf"), event).statusCode();
    }

    /** Holds the route of the first completion until the test ends it. */
    private CompletableFuture<HttpResponse<String>> startRoute(String options, String event) throws Exception {
        node.run("docproc:webhook" + options, exchange -> {
            routed.add(exchange);
            if (routed.size() == 1) {
                routeEnd.get();
            }
        });
        CompletableFuture<HttpResponse<String>> response = node.postAsync(node.signed("a.pdf"), event);
        await().until(() -> routed.size() == 1);
        return response;
    }

    @Test
    void eachStatusOfAJobRunsTheRouteAndOnlyAFinalOneCompletesIt() throws Exception {
        node.run("docproc:webhook", routed::add);
        String archiving = completed("job-1").replace("completed", "archiving");

        assertThat(post(node, archiving)).isEqualTo(200);
        assertThat(jobRepository.size()).isEqualTo(1);
        assertThat(jobRepository.lease("job-1", "other", clock.instant(), clock.instant()))
                .isEqualTo(LeaseResult.ACQUIRED);
        jobRepository.release("job-1", "other");
        post(node, completed("job-1"));

        assertThat(routed)
                .extracting(exchange -> exchange.getMessage().getHeader(DocprocConstants.STATUS))
                .containsExactly("archiving", "completed");
        assertThat(jobRepository.size()).isZero();
    }

    /** Without polls, the completion would be lost if the other node fails. */
    @ParameterizedTest
    @CsvSource({"?pollAfter=1h,200", "'',503"})
    void onlyAPollingNodeAcceptsACompletionThatAnotherNodeProcesses(String options, int status) throws Exception {
        node.run("docproc:webhook" + options, routed::add);
        jobRepository.lease("job-1", "other", clock.instant(), clock.instant().plus(LEASE));

        assertThat(post(node, completed("job-1"))).isEqualTo(status);
        jobRepository.completed("job-1", clock.instant().plus(LEASE));
        assertThat(post(node, completed("job-1"))).isEqualTo(200);
        assertThat(routed).isEmpty();
    }

    @Test
    @CoversFault(39)
    void aCallbackBeforeItsSubmissionIsStoredAndSurvivesTheFailureOfItsNode() throws Exception {
        startRoute("?leaseTimeout=1d", completed("job-2"));
        otherNode.run("docproc:webhook", routed::add);
        jobRepository.submitted(new SubmittedJob("job-2", "", CallbackServer.PATH, clock.instant(), 0));
        assertThat(jobRepository.find("job-2").orElseThrow().correlationId()).isEqualTo("a.pdf");

        clock.advance(Duration.ofDays(1).plusMillis(1));
        assertThat(post(otherNode, completed("job-2"))).isEqualTo(200);

        assertThat(jobRepository.find("job-2")).isEmpty();
        routeEnd.complete(null);
    }

    @Test
    void theLeaseOfALongRouteIsExtendedUntilTheRouteEndsAlsoAfterAFailure() throws Exception {
        CompletableFuture<HttpResponse<String>> response = startRoute("?leaseTimeout=150", completed("job-1"));
        failing = "lease";
        await().untilAtomic(failures, org.hamcrest.Matchers.greaterThan(1));
        failing = "";
        for (int extension = 0; extension < 5; extension++) {
            clock.advance(Duration.ofMillis(100));
            int before = extensions.get();
            await().until(() -> extensions.get() >= before + 2);
        }
        assertThat(jobRepository.lease("job-1", "other", clock.instant(), clock.instant()))
                .isEqualTo(LeaseResult.HELD_BY_OTHER);

        routeEnd.completeExceptionally(new IllegalStateException("the disk is full"));

        assertThat(response.get().statusCode()).isEqualTo(500);
        assertThat(jobRepository.lease("job-1", "other", clock.instant(), clock.instant()))
                .isEqualTo(LeaseResult.ACQUIRED);
    }

    @ParameterizedTest
    @CsvSource({"lease,0", "completed,1"})
    void afterAFailureOfTheRepositoryACallbackIsDeliveredAgain(String operation, int runs) throws Exception {
        node.run("docproc:webhook", routed::add);
        failing = operation;
        assertThat(post(node, completed("job-1"))).isEqualTo(500);
        failing = "";
        clock.advance(LEASE.plusMillis(1));
        assertThat(routed).hasSize(runs);

        assertThat(post(node, completed("job-1"))).isEqualTo(200);
        assertThat(routed).hasSize(runs + 1);
    }
}
