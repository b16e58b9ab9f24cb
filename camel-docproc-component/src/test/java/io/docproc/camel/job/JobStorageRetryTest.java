/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
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

    /** Repository that stores no job in its next attempts, or fails for every call. */
    private static final class BrokenRepository extends MemoryJobRepository {
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger failures = new AtomicInteger();
        private Runnable onFailure = () -> {};
        private boolean isDown;

        private BrokenRepository(int failures) {
            this.failures.set(failures);
        }

        @Override
        public synchronized Optional<SubmittedJob> find(String jobId) {
            if (isDown) {
                throw new IllegalStateException("the database is down");
            }
            return super.find(jobId);
        }

        @Override
        public synchronized void submitted(SubmittedJob job) {
            attempts.incrementAndGet();
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                onFailure.run();
                throw new IllegalStateException("the database is down");
            }
            super.submitted(job);
        }
    }

    private void submit(String jobId) {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"" + jobId + "\"}}");
        service.call("docproc:parseAsync?correlationId=a");
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

        CompletableFuture<Void> submission;
        try (Connection transaction = pool.getConnection()) {
            transaction.setAutoCommit(false);
            assertThat(service.failure(DocprocTransportException.class, "docproc:parseAsync")
                            .isUnsent())
                    .isTrue();
            service.assertNothingSent();
            submission = CompletableFuture.runAsync(() -> submit("job-1"));
        }

        submission.get();
        assertThat(jobRepository.find("job-1")).isPresent();
    }

    @CoversFault(61)
    @Test
    void anInterruptedSubmissionHasTheJobInItsExceptionAndTheSameDocumentStoresItWithItsCorrelationId() {
        BrokenRepository jobRepository = new BrokenRepository(1);
        service.component().setJobRepository(jobRepository);
        jobRepository.onFailure = Thread.currentThread()::interrupt;

        Exchange submission = service.send("docproc:parseAsync");
        assertThat(Thread.interrupted()).isTrue();
        String correlationId = submission.getExchangeId();
        assertThat(submission.getException())
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("parse job job-1 (" + correlationId + ") was submitted");
        assertThat(jobRepository.size()).isZero();
        Message later = service.call("docproc:parseAsync");

        assertThat(later.getHeader(DocprocConstants.CORRELATION_ID)).isEqualTo(correlationId);
        assertThat(jobRepository.find("job-1"))
                .hasValueSatisfying(job -> assertThat(job.correlationId()).isEqualTo(correlationId));
        service.server().verify(1, WireMock.postRequestedFor(WireMock.anyUrl()));
    }

    @CoversFault(101)
    @Test
    void whileTheRepositoryIsDownNoJobIsBilled() {
        BrokenRepository jobRepository = new BrokenRepository(0);
        jobRepository.isDown = true;
        service.component().setJobRepository(jobRepository);

        for (int call = 0; call < 3; call++) {
            DocprocTransportException failure = service.failure(DocprocTransportException.class, "docproc:parseAsync");
            assertThat(failure).hasMessageContaining("the job repository cannot store a job at present");
            assertThat(failure.isUnsent()).isTrue();
            assertThat(failure.isRetryable()).isTrue();
        }
        service.assertNothingSent();
        service.call("docproc:parseAsync?webhook=https://example.com/own");

        jobRepository.isDown = false;
        submit("job-2");
        assertThat(jobRepository.find("job-2")).isPresent();
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
                        public synchronized void submitted(SubmittedJob job) {
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
        try (ChildProcess application = new ChildProcess(Application.class, service.address(), database.toString())) {
            assertThat(application.readsLine("down")).isTrue();
            application.terminate();
            for (int attempt = 1; attempt <= 3; attempt++) {
                assertThat(application.readsLine("down at the stop")).isTrue();
            }
            Files.createFile(database);
            assertThat(application.lastLines()).contains("stored job-1");
        }
    }
}
