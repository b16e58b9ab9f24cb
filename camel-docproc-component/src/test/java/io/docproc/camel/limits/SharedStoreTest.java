/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.result.UnansweredCalls;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Components of a context that use the same repositories. */
@Timeout(60)
class SharedStoreTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    /** Repository whose stop fails. */
    private static final class UnstoppableRepository implements ResultRepository {
        @Override
        public Optional<InputStream> find(ResultKey key) {
            return Optional.empty();
        }

        @Override
        public void store(ResultKey key, InputStream content, long length) throws IOException {
            throw new IOException("disk full");
        }

        @Override
        public Optional<UnansweredCalls> tryLease(ResultKey key) {
            return Optional.of(UnansweredCalls.NONE);
        }

        @Override
        public boolean enter(ResultKey key) {
            return true;
        }

        @Override
        public void answered(ResultKey key) {}

        @Override
        public void releaseLease(ResultKey key) {}

        @Override
        public void delete(ResultKey key) {}

        @Override
        public void deleteAll() {}

        @Override
        public void start() {}

        @Override
        public void stop() {
            throw new IllegalStateException("disk full");
        }
    }

    private DocprocComponent add(String name, JdbcJobRepository jobs, ResultRepository results) {
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(service.component().getConfiguration().copy());
        component.setJobRepository(jobs);
        component.setResultRepository(results);
        service.context().addComponent(name, component);
        return component;
    }

    @Test
    void aComponentThatCannotStartLeavesTheRepositoriesToTheOther() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        FileResultRepository results = new FileResultRepository(directory.resolve("results"));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        add("first", jobs, results);
        DocprocComponent invalid = new DocprocComponent();
        invalid.setConfiguration(service.component().getConfiguration().copy());
        invalid.setJobRepository(jobs);
        invalid.setResultRepository(results);
        invalid.setRequestsPerSecond(-1);

        assertThatThrownBy(() -> service.context().addComponent("invalid", invalid))
                .hasStackTraceContaining("requestsPerSecond");

        service.call("first:crop", Replies.DOCUMENT);
        service.call("first:crop", Replies.DOCUMENT);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aComponentWhoseStoreCannotStopLeavesTheOthersOnce() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        add("first", jobs, new FileResultRepository(directory.resolve("results")));
        DocprocComponent second = add("second", jobs, new UnstoppableRepository());

        second.stop();
        second.stop();

        assertThatNoException()
                .isThrownBy(() -> jobs.submitted(new SubmittedJob("job-1", "a.pdf", "/path", Instant.EPOCH, 0)));
    }

    @Test
    void aRepositoryThatIsReplacedIsStoppedWithItsComponent() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        JdbcJobRepository replaced =
                new JdbcJobRepository("jdbc:h2:" + directory.resolve("replaced") + ";WRITE_DELAY=0");
        FileResultRepository results = new FileResultRepository(directory.resolve("results"));
        add("first", jobs, results);
        DocprocComponent second = add("second", replaced, results);
        second.setJobRepository(jobs);

        second.stop();

        assertThatNoException()
                .isThrownBy(() -> jobs.submitted(new SubmittedJob("job-1", "a.pdf", "/path", Instant.EPOCH, 0)));
        assertThat(replaced.isStopped()).isTrue();
    }

    @Test
    void aComponentThatStopsLeavesTheRepositoriesToTheOther() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        FileResultRepository results = new FileResultRepository(directory.resolve("results"));
        DocprocComponent first = add("first", jobs, results);
        DocprocComponent second = add("second", jobs, results);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server()
                .stubFor(Stubs.ok("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}"));

        first.stop();
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:parseAsync", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(2);
        assertThat(jobs.find("job-1")).isPresent();
        second.stop();
        assertThat(jobs.isStopped()).isTrue();
    }
}
