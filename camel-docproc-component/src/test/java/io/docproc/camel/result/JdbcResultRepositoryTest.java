/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.docproc.camel.result.ResultBackend.Database;
import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Transactions, tables and failures of the result repository in a database. */
class JdbcResultRepositoryTest {
    private static final ResultKey KEY = ResultRepositoryFixture.key("a");

    @TempDir
    Path directory;

    private final List<ResultRepository> opened = Collections.synchronizedList(new ArrayList<>());

    private ResultRepository start(DataSource dataSource) {
        JdbcResultRepository repository = new JdbcResultRepository(dataSource);
        opened.add(repository);
        repository.start();
        return repository;
    }

    @AfterEach
    void stop() {
        opened.forEach(ResultRepository::stop);
    }

    private static void store(ResultRepository repository) {
        try {
            ResultRepositoryFixture.store(repository, KEY, "response".getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void nodesThatStartAtTheSameTimeShareTheTables(Kind kind) throws Exception {
        ResultBackend backend = kind.create(directory);
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            for (Future<?> start :
                    executor.invokeAll(Collections.nCopies(4, () -> start(((Database) backend).dataSource())))) {
                start.get();
            }
        } finally {
            executor.shutdownNow();
        }

        store(opened.get(0));
        for (ResultRepository repository : opened) {
            assertThat(repository.find(KEY)).isPresent();
        }
    }

    @Test
    void databaseFailureIsReportedAndIsNotAMissingResult() {
        JdbcDataSource h2 = MemoryDatabase.create();
        ResultRepository repository = start(h2);
        new JdbcTemplate(h2).execute("DROP ALL OBJECTS");

        assertThatIOException().isThrownBy(() -> repository.find(KEY)).withCauseInstanceOf(SQLException.class);
        assertThatIOException().isThrownBy(() -> repository.tryLease(KEY)).withCauseInstanceOf(SQLException.class);
    }

    @Test
    void aTableThatCannotBeCreatedFailsTheStartWithItsDefinition() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:rights");
        try (Connection admin = h2.getConnection()) {
            new JdbcTemplate(new SingleConnectionDataSource(admin, true)).execute("CREATE USER ROUTE PASSWORD 'route'");
            h2.setUser("ROUTE");
            h2.setPassword("route");

            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> start(h2))
                    .withStackTraceContaining("run the statements of META-INF/docproc/h2/result-repository.sql");
        }
    }
}
