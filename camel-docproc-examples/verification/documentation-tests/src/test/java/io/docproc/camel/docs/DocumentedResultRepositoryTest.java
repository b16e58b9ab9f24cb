/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Configuration of a result repository as shown in the documentation. */
final class DocumentedResultRepositoryTest {
    @TempDir
    private Path directory;

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @ParameterizedTest
    @CsvSource({"file,FileResultRepository", "jdbc,JdbcResultRepository"})
    void aPropertySetsTheResultRepository(String page, String type) throws Exception {
        Properties properties = new Properties();
        properties.load(DocumentedResultRepositoryTest.class.getResourceAsStream(
                "/docs/result-repository-" + page + ".properties"));

        assertStarted(start(properties.getProperty("camel.component.docproc.result-repository")), type);
    }

    @Test
    void aYamlBeanIsTheResultRepository() throws Exception {
        Path routes = directory.resolve("result-repository.yaml");
        Files.writeString(routes, inDirectory(resource("/docs/result-repository.yaml")));
        main.configure().withRoutesIncludePattern("file:" + routes);

        assertStarted(start("#bean:results"), "FileResultRepository");
    }

    private ResultRepository start(String repository) throws Exception {
        main.bind("dataSource", MemoryDatabase.create());
        main.addInitialProperty("camel.component.docproc.base-url", "https://service.example.com");
        main.addInitialProperty("camel.component.docproc.result-repository", inDirectory(repository));
        main.start();
        return main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getResultRepository();
    }

    private static void assertStarted(ResultRepository repository, String type) throws IOException {
        assertThat(repository.getClass().getSimpleName()).isEqualTo(type);
        assertThat(repository.find(new ResultKey("0".repeat(64)))).isEmpty();
    }

    private String inDirectory(String text) {
        return text.replace("data/results", directory.resolve("results").toString());
    }

    private static String resource(String name) throws IOException {
        return new String(
                DocumentedResultRepositoryTest.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
    }
}
