/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Submitted jobs that the job repository cannot store at once. */
class JobStorageRetryTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void acceptJobs() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
    }

    /** Repository whose next attempts fail, and which never stores {@code job-1} while it counts attempts. */
    private static final class BrokenRepository extends MemoryJobRepository {
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private String rejected = "";

        private BrokenRepository(int failures) {
            this.failures.set(failures);
        }

        @Override
        public void submitted(SubmittedJob job) {
            attempts.incrementAndGet();
            if (job.jobId().equals(rejected) || failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the database is down");
            }
            super.submitted(job);
        }
    }

    private void submit(String jobId) {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\"}}");
        service.call("docproc:parseAsync?correlationId=a", Replies.DOCUMENT);
    }

    @CoversFault(61)
    @Test
    void aJobIsStoredAfterATransactionReleasesTheConnection() throws Exception {
        JdbcConnectionPool pool = JdbcConnectionPool.create(MemoryDatabase.newUrl(), "", "");
        pool.setMaxConnections(1);
        pool.setLoginTimeout(1);
        JdbcJobRepository jobRepository = new JdbcJobRepository(pool);
        service.component().setJobRepository(jobRepository);
        jobRepository.start();

        try (Connection transaction = pool.getConnection()) {
            transaction.setAutoCommit(false);
            assertThat(service.call("docproc:parseAsync", Replies.DOCUMENT).getHeader("CamelDocprocJobId"))
                    .isEqualTo("job-1");
            assertThat(ComponentInternals.unstoredJobs(service.component())).isEqualTo(1);
        }

        await().untilAsserted(() -> assertThat(jobRepository.find("job-1")).isPresent());
        await().untilAsserted(() ->
                assertThat(ComponentInternals.unstoredJobs(service.component())).isZero());
    }

    @Test
    void storingIsRetriedUntilItSucceeds() {
        BrokenRepository jobRepository = new BrokenRepository(2);
        service.component().setJobRepository(jobRepository);
        submit("job-1");

        await().untilAsserted(() -> assertThat(jobRepository.find("job-1"))
                .hasValueSatisfying(job -> assertThat(job.correlationId()).isEqualTo("a")));
        assertThat(jobRepository.attempts).hasValue(3);
    }

    @Test
    void aJobThatCannotBeStoredDoesNotBlockOthersAndAStopStoresTheRest() throws Exception {
        BrokenRepository jobRepository = new BrokenRepository(Integer.MAX_VALUE);
        jobRepository.rejected = "job-1";
        service.component().setJobRepository(jobRepository);
        for (int number = 1; number <= 8; number++) {
            submit("job-" + number);
        }
        assertThat(jobRepository.size()).isZero();

        jobRepository.failures.set(0);
        await().untilAsserted(() -> assertThat(jobRepository.size()).isEqualTo(7));

        jobRepository.failures.set(Integer.MAX_VALUE);
        submit("job-9");
        jobRepository.failures.set(0);
        service.component().stop();
        assertThat(jobRepository.size()).isEqualTo(8);
        assertThat(jobRepository.find("job-1")).isEmpty();
    }

    /** Each attempt may last until the timeout of the database. */
    @Test
    void aDatabaseThatIsDownIsTriedOnceInEachRoundAndNotOnceForEachJob() {
        BrokenRepository jobRepository = new BrokenRepository(Integer.MAX_VALUE);
        Deque<Runnable> timer = new ArrayDeque<>();
        SubmittedJobs jobs =
                new SubmittedJobs(() -> Optional.of(jobRepository), Runnable::run, (task, delay) -> timer.add(task));
        for (int number = 0; number < 50; number++) {
            jobs.add(new SubmittedJob("job-" + number, "", "/docproc/completions", Instant.EPOCH, 0));
        }
        jobRepository.attempts.set(0);
        timer.remove().run();
        timer.remove().run();
        assertThat(jobRepository.attempts).hasValue(2);

        jobRepository.failures.set(0);
        timer.remove().run();
        assertThat(jobRepository.size()).isEqualTo(50);
        assertThat(jobs.unstored()).isZero();
    }

    @Test
    void aRestartStoresTheJobsThatTheStopCouldNotStore() {
        BrokenRepository jobRepository = new BrokenRepository(Integer.MAX_VALUE);
        service.component().setJobRepository(jobRepository);
        submit("job-1");
        service.component().stop();
        assertThat(ComponentInternals.unstoredJobs(service.component())).isEqualTo(1);

        jobRepository.failures.set(0);
        service.component().start();

        await().untilAsserted(() -> assertThat(jobRepository.find("job-1")).isPresent());
        await().untilAsserted(() ->
                assertThat(ComponentInternals.unstoredJobs(service.component())).isZero());
    }
}
