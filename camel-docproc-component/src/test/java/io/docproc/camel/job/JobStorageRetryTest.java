/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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

    @Survives(61)
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
        AtomicInteger attempts = new AtomicInteger();
        MemoryJobRepository jobRepository = new MemoryJobRepository() {
            @Override
            public void submitted(SubmittedJob job) {
                if (attempts.incrementAndGet() < 3) {
                    throw new IllegalStateException("the database is gone");
                }
                super.submitted(job);
            }
        };
        service.component().setJobRepository(jobRepository);

        service.call("docproc:parseAsync?correlationId=a", Replies.DOCUMENT);

        await().untilAsserted(() -> assertThat(jobRepository.find("job-1"))
                .hasValueSatisfying(job -> assertThat(job.correlationId()).isEqualTo("a")));
        assertThat(attempts).hasValue(3);
    }

    @Test
    void aJobThatCannotBeStoredDoesNotBlockOthers() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryJobRepository jobRepository = repositoryThatRejectsJob1(broken);
        service.component().setJobRepository(jobRepository);
        for (int number = 1; number <= 8; number++) {
            submit("job-" + number);
        }
        assertThat(jobRepository.size()).isZero();

        broken.set(false);

        await().untilAsserted(() -> assertThat(jobRepository.size()).isEqualTo(7));
        broken.set(true);
        submit("job-9");
        broken.set(false);
        service.component().stop();
        assertThat(jobRepository.size()).isEqualTo(8);
        assertThat(jobRepository.find("job-1")).isEmpty();
    }

    /** Each attempt may last until the timeout of the database. */
    @Test
    void aDatabaseThatIsDownIsTriedOnceInEachRoundAndNotOnceForEachJob() {
        AtomicInteger attempts = new AtomicInteger();
        AtomicBoolean broken = new AtomicBoolean(true);
        MemoryJobRepository jobRepository = new MemoryJobRepository() {
            @Override
            public void submitted(SubmittedJob job) {
                attempts.incrementAndGet();
                if (broken.get()) {
                    throw new IllegalStateException("the database is down");
                }
                super.submitted(job);
            }
        };
        Deque<Runnable> timer = new ArrayDeque<>();
        SubmittedJobs jobs =
                new SubmittedJobs(() -> Optional.of(jobRepository), Runnable::run, (task, delay) -> timer.add(task));
        for (int number = 0; number < 50; number++) {
            jobs.add(new SubmittedJob("job-" + number, "", "/docproc/completions", Instant.EPOCH, 0));
        }
        attempts.set(0);

        timer.remove().run();
        timer.remove().run();

        assertThat(attempts).hasValue(2);
        broken.set(false);
        timer.remove().run();
        assertThat(jobRepository.size()).isEqualTo(50);
        assertThat(jobs.unstored()).isZero();
    }

    private void submit(String jobId) {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\"}}");
        service.call("docproc:parseAsync", Replies.DOCUMENT);
    }

    private static MemoryJobRepository repositoryThatRejectsJob1(AtomicBoolean broken) {
        return new MemoryJobRepository() {
            @Override
            public void submitted(SubmittedJob job) {
                if (broken.get() || job.jobId().equals("job-1")) {
                    throw new IllegalStateException("the database does not accept it");
                }
                super.submitted(job);
            }
        };
    }

    @Test
    void aStopStoresTheRemainingJobs() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        MemoryJobRepository jobRepository = new MemoryJobRepository() {
            @Override
            public void submitted(SubmittedJob job) {
                if (stopping.getCount() > 0) {
                    throw new IllegalStateException("the database is gone");
                }
                super.submitted(job);
            }
        };
        service.component().setJobRepository(jobRepository);
        service.call("docproc:parseAsync", Replies.DOCUMENT);
        assertThat(jobRepository.find("job-1")).isEmpty();

        stopping.countDown();
        service.component().stop();

        assertThat(jobRepository.find("job-1")).isPresent();
    }
}
