/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configuration of a job repository as shown in the documentation. */
final class DocumentedJobRepositoryTest {
    private static final String PATH = "/docproc/completions";

    @TempDir
    private Path directory;

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @ParameterizedTest
    @CsvSource({"memory,MemoryJobRepository", "h2,JdbcJobRepository", "jdbc,JdbcJobRepository"})
    void aPropertySetsTheJobRepository(String page, String type) throws Exception {
        Properties properties = new Properties();
        properties.load(
                DocumentedJobRepositoryTest.class.getResourceAsStream("/docs/job-repository-" + page + ".properties"));

        assertStores(start(properties.getProperty("camel.component.docproc.job-repository")), type);
        assertThat(Files.exists(directory.resolve("jobs.mv.db"))).isEqualTo(page.equals("h2"));
    }

    @Test
    void aYamlBeanCreatesNoTable() throws Exception {
        Path routes = directory.resolve("job-repository.yaml");
        Files.writeString(routes, resource("/docs/job-repository-without-creation.yaml"));
        main.configure().withRoutesIncludePattern("file:" + routes);

        assertThatThrownBy(() -> start("#bean:migratedJobs"))
                .hasStackTraceContaining("run the statements of META-INF/docproc/h2/job-repository.sql");
    }

    @Test
    void theStatementsOfTheRunbookListPollAndGiveUpJobs() throws Exception {
        DataSource dataSource = MemoryDatabase.create();
        Instant now = Instant.now();
        try (JdbcJobRepository jobs = new JdbcJobRepository(dataSource);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            jobs.start();
            jobs.submitted(new SubmittedJob("j-2", "b.pdf", PATH, now, 0));
            jobs.submitted(new SubmittedJob("j-1", "a.pdf", PATH, now.minusSeconds(60), 0));
            jobs.submitted(new SubmittedJob("j-0", "0.pdf", PATH, now.minusSeconds(90), 0));
            jobs.completed("j-0", now.plusSeconds(60));

            List<String> open = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(documentedStatement("SELECT"))) {
                while (rows.next()) {
                    open.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getLong(3));
                }
            }
            assertThat(open)
                    .containsExactly(
                            "j-1 a.pdf " + now.minusSeconds(60).toEpochMilli(), "j-2 b.pdf " + now.toEpochMilli());

            assertThat(jobs.overdue(PATH, now.minusSeconds(900), now, 10)).isEmpty();
            assertThat(statement.executeUpdate(documentedStatement("UPDATE"))).isEqualTo(1);
            assertThat(jobs.overdue(PATH, now.minusSeconds(900), now, 10))
                    .extracting(SubmittedJob::jobId)
                    .containsExactly("j-1");

            assertThat(statement.executeUpdate(documentedStatement("DELETE"))).isEqualTo(1);
            assertThat(jobs.find("j-1")).isEmpty();
            assertThat(jobs.size()).isEqualTo(1);
        }
    }

    private static String documentedStatement(String keyword) throws IOException {
        Matcher statement = Pattern.compile("(?m)^(" + keyword + " [^;\\n]*DOCPROC_JOB [^;\\n]+);$")
                .matcher(Files.readString(GeneratedPage.PAGES.resolve("docproc-night.adoc")));
        assertThat(statement.find()).isTrue();
        return statement.group(1);
    }

    private JobRepository start(String jobRepository) throws Exception {
        main.bind("dataSource", MemoryDatabase.create());
        main.addInitialProperty("camel.component.docproc.base-url", "https://service.example.com");
        main.addInitialProperty("camel.component.docproc.job-repository", inDirectory(jobRepository));
        main.start();
        return main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getJobRepository();
    }

    private void assertStores(JobRepository jobRepository, String type) {
        assertThat(jobRepository.getClass().getSimpleName()).isEqualTo(type);
        jobRepository.submitted(new SubmittedJob("j-1", "invoice.pdf", PATH, Instant.now(), 0));
        assertThat(jobRepository.size()).isEqualTo(1);
    }

    private String inDirectory(String text) {
        return text.replace("./data/jobs", directory.resolve("jobs").toString());
    }

    private static String resource(String name) throws IOException {
        return new String(
                DocumentedJobRepositoryTest.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
    }
}
