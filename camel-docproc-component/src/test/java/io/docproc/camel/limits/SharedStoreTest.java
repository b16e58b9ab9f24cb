/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Path;
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

    private DocprocComponent add(String name, JdbcJobRepository jobs, ResultRepository results) {
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(service.component().getConfiguration().copy());
        component.setJobRepository(jobs);
        component.setResultRepository(results);
        service.context().addComponent(name, component);
        return component;
    }

    @Test
    void aComponentThatStopsLeavesTheRepositoriesToTheOther() {
        JdbcJobRepository jobs = new JdbcJobRepository("jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0");
        FileResultRepository results = new FileResultRepository(directory.resolve("results"));
        DocprocComponent first = add("first", jobs, results);
        add("second", jobs, results);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server()
                .stubFor(Stubs.ok("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}"));

        first.stop();
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:crop", Replies.DOCUMENT);
        service.call("second:parseAsync", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(2);
        assertThat(jobs.find("job-1")).isPresent();
        service.context().stop();
        assertThat(jobs.isStopped()).isTrue();
    }
}
