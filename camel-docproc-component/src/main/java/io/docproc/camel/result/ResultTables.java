/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.IndependentTransactions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tables of a repository in a database, and access to them. Each statement runs in its own transaction. */
final class ResultTables {
    private static final Logger LOG = LoggerFactory.getLogger(ResultTables.class);
    private static final int QUERY_TIMEOUT_SECONDS = 30;

    private static final String RESULT = "CREATE TABLE DOCPROC_RESULT (CONTENT_ID VARCHAR(36) NOT NULL PRIMARY KEY,"
            + " RESULT_KEY VARCHAR(64) NOT NULL, STATE CHAR(1) NOT NULL, CHANGED_AT DECIMAL(19) NOT NULL,"
            + " CONTENT_LENGTH DECIMAL(19) NOT NULL)";
    private static final String RESULT_KEYS =
            "CREATE INDEX DOCPROC_RESULT_KEYS ON DOCPROC_RESULT (RESULT_KEY, STATE, CHANGED_AT)";
    private static final String RESULT_STATES =
            "CREATE INDEX DOCPROC_RESULT_STATES ON DOCPROC_RESULT (STATE, CHANGED_AT)";
    private static final String CHUNK = "CREATE TABLE DOCPROC_RESULT_CHUNK (CONTENT_ID VARCHAR(36) NOT NULL,"
            + " CHUNK_INDEX INTEGER NOT NULL, CONTENT %s NOT NULL, PRIMARY KEY (CONTENT_ID, CHUNK_INDEX))";
    private static final String LEASE =
            "CREATE TABLE DOCPROC_RESULT_LEASE (RESULT_KEY VARCHAR(64) NOT NULL PRIMARY KEY,"
                    + " OWNER VARCHAR(36) NOT NULL, EXPIRES_AT DECIMAL(19) NOT NULL)";

    private static final int IDLE_SECONDS = 10;

    private final IndependentTransactions transactions;

    ResultTables(DataSource dataSource) {
        this.transactions = new IndependentTransactions(dataSource, newExecutor());
    }

    /** Creates a pool with a thread for each waiting caller. Idle threads terminate, so no shutdown is necessary. */
    private static Executor newExecutor() {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new CamelThreadFactory("Camel Thread ##counter# - #name#", "DocprocResultDatabase", true));
    }

    private <T> T run(IndependentTransactions.Work<T> work) throws IOException {
        try {
            return transactions.run(work);
        } catch (ExecutionException e) {
            throw new IOException(
                    "The database of the result repository failed: "
                            + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    /** Creates the tables and indexes that do not exist. */
    void createMissing() throws IOException {
        if (create("DOCPROC_RESULT", RESULT)) {
            createIndex(RESULT_KEYS);
            createIndex(RESULT_STATES);
        }
        create("DOCPROC_RESULT_CHUNK", CHUNK.formatted(binaryType()));
        create("DOCPROC_RESULT_LEASE", LEASE);
    }

    /**
     * Returns whether the table was created. If two nodes start at the same time, the second one finds the table of the
     * first.
     */
    private boolean create(String table, String sql) throws IOException {
        if (exists(table)) {
            return false;
        }
        try {
            update(sql);
            return true;
        } catch (IOException e) {
            if (exists(table)) {
                return false;
            }
            throw new IOException(
                    "The table " + table + " does not exist and cannot be created; create it with: " + sql, e);
        }
    }

    private void createIndex(String sql) {
        try {
            update(sql);
        } catch (IOException e) {
            LOG.warn("The result repository cannot create an index and is slow with many results; run: {}", sql, e);
        }
    }

    private boolean exists(String table) {
        try {
            query("SELECT COUNT(*) FROM " + table + " WHERE 1 = 0", rows -> rows.getInt(1));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String binaryType() throws IOException {
        String product = run(connection -> connection.getMetaData().getDatabaseProductName());
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> "BYTEA";
            case "mysql", "mariadb" -> "MEDIUMBLOB";
            case "microsoft sql server" -> "VARBINARY(MAX)";
            default -> "BLOB";
        };
    }

    /** Maps a row of a query. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Returns the number of rows that a statement has changed. */
    int update(String sql, Object... parameters) throws IOException {
        return run(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, parameters)) {
                return statement.executeUpdate();
            }
        });
    }

    /** Returns the first 100 rows of a query. */
    <T> List<T> query(String sql, Row<T> row, Object... parameters) throws IOException {
        return run(connection -> {
            try (PreparedStatement statement = prepare(connection, sql, parameters)) {
                statement.setMaxRows(100);
                List<T> results = new ArrayList<>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        results.add(row.read(rows));
                    }
                }
                return results;
            }
        });
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
        for (int index = 0; index < parameters.length; index++) {
            statement.setObject(index + 1, parameters[index]);
        }
        return statement;
    }
}
