/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.webhook.SubmittedJobs;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

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

    @CoversFault(101)
    @Test
    void whileASubmittedJobIsNotStoredNoFurtherOneIsBilled() {
        BrokenRepository jobRepository = new BrokenRepository(Integer.MAX_VALUE);
        service.component().setJobRepository(jobRepository);
        submit("job-1");

        for (int call = 0; call < 3; call++) {
            DocprocTransportException failure =
                    service.failure(DocprocTransportException.class, "docproc:parseAsync", Replies.DOCUMENT);
            assertThat(failure)
                    .hasMessageContaining(
                            "1 submitted parse jobs are not stored in the job repository, the first one job-1");
            assertThat(failure.isUnsent()).isTrue();
            assertThat(failure.isRetryable()).isTrue();
        }
        service.server().verify(1, WireMock.anyRequestedFor(WireMock.anyUrl()));
        service.call("docproc:parseAsync?webhook=https://example.com/own", Replies.DOCUMENT);

        jobRepository.failures.set(0);
        await().until(() -> jobRepository.find("job-1").isPresent());
        submit("job-2");
        assertThat(jobRepository.find("job-2")).isPresent();
    }

    @Test
    void aJobThatCannotBeStoredDoesNotPreventOthersFromBeingStored() {
        BrokenRepository jobRepository = new BrokenRepository(7);
        jobRepository.rejected = "job-1";
        Deque<Runnable> timer = new ArrayDeque<>();
        SubmittedJobs jobs =
                new SubmittedJobs(() -> Optional.of(jobRepository), Runnable::run, (task, delay) -> timer.add(task));
        for (int number = 1; number <= 8; number++) {
            jobs.add(new SubmittedJob("job-" + number, "", "/docproc/completions", Instant.EPOCH, 0));
        }
        assertThat(jobRepository.size()).isZero();

        timer.remove().run();
        timer.remove().run();
        assertThat(jobRepository.size()).isEqualTo(7);

        jobRepository.failures.set(1);
        jobs.add(new SubmittedJob("job-9", "", "/docproc/completions", Instant.EPOCH, 0));
        jobs.stop(Duration.ofSeconds(1));
        assertThat(jobRepository.find("job-9")).isPresent();
        assertThat(jobRepository.find("job-1")).isEmpty();
    }

    /** Application whose job repository works again when a file exists. Prints what happens to its job. */
    static final class Application {
        private Application() {}

        public static void main(String[] arguments) throws Exception {
            Path database = Path.of(arguments[1]);
            Main main = new Main();
            main.configure().addRoutesBuilder(new RouteBuilder() {
                @Override
                public void configure() {
                    DocprocComponent component = getContext().getComponent("docproc", DocprocComponent.class);
                    ServiceDouble.configure(component.getConfiguration(), arguments[0]);
                    component.setJobRepository(new MemoryJobRepository() {
                        @Override
                        public void submitted(SubmittedJob job) {
                            if (!Files.exists(database)) {
                                print(getContext().isStopping() ? "down at the stop" : "down");
                                throw new IllegalStateException("the database is down");
                            }
                            print("stored " + job.jobId());
                        }
                    });
                    from("timer:once?repeatCount=1&delay=0")
                            .setBody(constant(Replies.DOCUMENT))
                            .to("docproc:parseAsync");
                }
            });
            main.run();
        }

        private static void print(String line) {
            System.out.println(line);
            System.out.flush();
        }
    }

    @CoversFault(101)
    @Test
    @Timeout(120)
    void aStopBySignalWaitsUntilTheRepositoryWorksAgain(@TempDir Path directory) throws Exception {
        Path database = directory.resolve("database");
        try (ChildProcess application =
                new ChildProcess(Application.class, service.server().baseUrl(), database.toString())) {
            assertThat(application.readsLine("down")).isTrue();
            application.terminate();
            for (int attempt = 1; attempt <= 3; attempt++) {
                assertThat(application.readsLine("down at the stop")).isTrue();
            }
            Files.createFile(database);
            assertThat(application.lastLines()).contains("stored job-1");
        }
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
        service.context().getShutdownStrategy().setTimeout(1);
        service.component().stop();
        assertThat(ComponentInternals.unstoredJobs(service.component())).isEqualTo(1);

        jobRepository.failures.set(0);
        service.component().start();

        await().untilAsserted(() -> assertThat(jobRepository.find("job-1")).isPresent());
        await().untilAsserted(() ->
                assertThat(ComponentInternals.unstoredJobs(service.component())).isZero());
    }
}
