/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configuration of a job repository as shown in the documentation. */
final class DocumentedJobRepositoryTest {
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
        jobRepository.submitted(new SubmittedJob("j-1", "invoice.pdf", "/docproc/completions", Instant.now(), 0));
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
