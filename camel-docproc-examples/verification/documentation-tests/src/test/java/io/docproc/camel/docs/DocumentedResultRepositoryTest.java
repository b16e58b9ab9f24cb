/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration of a result repository as shown in the documentation. */
final class DocumentedResultRepositoryTest {
    @TempDir
    private Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final DataSource database = MemoryDatabase.create();
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

    @ParameterizedTest
    @ValueSource(strings = {"EX-2026-0417", "86d3bbd7-5d17-4e6d-89be-213b64a38e31"})
    void aValueOrTheRequestIdOfAStoredAnswerFindsItsFile(String sought) throws Exception {
        start("data/results");
        extract();

        Process search = new ProcessBuilder(
                        "sh", "-c", InstalledProgram.require("zgrep") + " -l " + sought + " *.result")
                .directory(directory.resolve("results").toFile())
                .start();

        assertThat(search.inputReader().readLine()).matches("[0-9a-f]{64}\\.result");
    }

    @Test
    void theStatementsDeleteAStoredAnswerAndItsCount() throws Exception {
        ResultRepository repository = start("#class:io.docproc.camel.result.JdbcResultRepository(#bean:dataSource)");
        extract();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            String key = text(statement, "SELECT RESULT_KEY FROM DOCPROC_RESULT");
            repository.tryLease(new ResultKey(key));
            repository.enter(new ResultKey(key));
            assertThat(text(statement, "SELECT ATTEMPTS FROM DOCPROC_RESULT_LEASE"))
                    .isEqualTo("1");

            for (String delete : resource("/docs/delete-result.sql")
                    .replace("KEY'", key + "'")
                    .split(";\\R")) {
                statement.execute(delete);
            }

            assertThat(text(statement, "SELECT COUNT(*) FROM DOCPROC_RESULT")).isEqualTo("0");
            assertThat(text(statement, "SELECT COUNT(*) FROM DOCPROC_RESULT_CHUNK"))
                    .isEqualTo("0");
            assertThat(text(statement, "SELECT ATTEMPTS FROM DOCPROC_RESULT_LEASE"))
                    .isEqualTo("0");
        }
    }

    private void extract() throws Exception {
        service.respondWith(resource("/docs/responses/extract.json"));
        assertThat(main.getCamelTemplate()
                        .request(
                                "docproc:extract?schema=classpath:docs/invoice-schema.json",
                                exchange -> exchange.getMessage().setBody(Replies.DOCUMENT))
                        .getException())
                .isNull();
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private ResultRepository start(String repository) throws Exception {
        main.bind("dataSource", database);
        main.addInitialProperty(
                "camel.component.docproc.base-url", service.server().baseUrl());
        main.addInitialProperty("camel.component.docproc.app-id", ServiceDouble.APP_ID);
        main.addInitialProperty("camel.component.docproc.secret-code", ServiceDouble.SECRET_CODE);
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
