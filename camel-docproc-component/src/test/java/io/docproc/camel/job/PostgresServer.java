/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** A PostgreSQL server, started once for all tests that need one, with an empty database for each test. */
final class PostgresServer implements BeforeEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(PostgresServer.class);

    private ExtensionContext.Store store;

    private record Server(EmbeddedPostgres postgres) implements AutoCloseable {
        static Server start() {
            try {
                return new Server(EmbeddedPostgres.builder().start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            postgres.close();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        store = context.getRoot().getStore(NAMESPACE);
    }

    /** An empty database, whose connections commit each statement. */
    DataSource emptyDatabase() throws SQLException {
        DataSource database = store.getOrComputeIfAbsent("server", any -> Server.start(), Server.class)
                .postgres()
                .getPostgresDatabase();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS DOCPROC_JOB");
        }
        return database;
    }
}
