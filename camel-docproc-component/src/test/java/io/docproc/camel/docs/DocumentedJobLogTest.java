/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.FileJobLog;
import io.docproc.camel.job.JdbcJobLog;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.SubmittedJob;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ways in which the documentation gives the component a job log. */
final class DocumentedJobLogTest {
    @TempDir
    private Path directory;

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @ParameterizedTest
    @CsvSource({"memory,MemoryJobLog", "file,FileJobLog", "jdbc,JdbcJobLog"})
    void onePropertyGivesTheComponentItsJobLog(String page, String type) throws Exception {
        Properties documented = new Properties();
        documented.load(DocumentedJobLogTest.class.getResourceAsStream("/docs/job-log-" + page + ".properties"));

        assertRemembers(start(documented.getProperty("camel.component.docproc.job-log")), type);
    }

    @ParameterizedTest
    @CsvSource({"jobs,FileJobLog", "sharedJobs,JdbcJobLog"})
    void aBeanInYamlIsTheJobLog(String bean, String type) throws Exception {
        Path routes = directory.resolve("job-log.yaml");
        Files.writeString(routes, inDirectory(resource("/docs/job-log.yaml")));
        main.configure().withRoutesIncludePattern("file:" + routes);

        assertRemembers(start("#bean:" + bean), type);
    }

    @Test
    void javaGivesTheComponentItsJobLog() throws Exception {
        main.start();
        CamelContext context = main.getCamelContext();
        Path jobs = directory.resolve("jobs");
        DataSource dataSource = database();

        // tag::java[]
        DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
        docproc.setJobLog(new FileJobLog(jobs));
        // or
        docproc.setJobLog(new JdbcJobLog(dataSource));
        // end::java[]

        docproc.getJobLog().start();
        assertRemembers(docproc.getJobLog(), "JdbcJobLog");
    }

    private JobLog start(String jobLog) throws Exception {
        main.bind("dataSource", database());
        main.addInitialProperty("camel.component.docproc.base-url", "https://service.example.com");
        main.addInitialProperty("camel.component.docproc.job-log", inDirectory(jobLog));
        main.start();
        return main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getJobLog();
    }

    private void assertRemembers(JobLog jobLog, String type) {
        assertThat(jobLog.getClass().getSimpleName()).isEqualTo(type);
        jobLog.submitted(new SubmittedJob("j-1", "invoice.pdf", "/docproc/completions", Instant.now(), 0));
        assertThat(jobLog.size()).isEqualTo(1);
        if (jobLog instanceof FileJobLog) {
            assertThat(directory.resolve("jobs")).isDirectoryContaining("glob:**.job.json");
        }
    }

    private String inDirectory(String text) {
        return text.replace("data/jobs", directory.resolve("jobs").toString());
    }

    private static String resource(String name) throws IOException {
        return new String(DocumentedJobLogTest.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
    }

    private DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:" + directory.resolve("db"));
        return database;
    }
}
