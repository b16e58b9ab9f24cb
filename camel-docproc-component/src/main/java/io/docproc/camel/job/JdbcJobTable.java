/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the table {@code DOCPROC_JOB} and its indexes if they do not exist. */
final class JdbcJobTable {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcJobTable.class);

    private static final String NAME = "DOCPROC_JOB";
    private static final String PROBE = "SELECT JOB_ID, CORRELATION_ID, CONSUMER_PATH, SUBMITTED_AT, WAITING_SINCE,"
            + " POLL_COUNT, FAILURE_COUNT, LEASE_OWNER, LEASED_UNTIL, COMPLETED, KEEP_UNTIL FROM DOCPROC_JOB"
            + " WHERE JOB_ID = ?";
    private static final String CREATE = "CREATE TABLE DOCPROC_JOB (JOB_ID VARCHAR(255) NOT NULL PRIMARY KEY,"
            + " CORRELATION_ID VARCHAR(1024), CONSUMER_PATH VARCHAR(255) NOT NULL, SUBMITTED_AT BIGINT NOT NULL,"
            + " WAITING_SINCE BIGINT NOT NULL, POLL_COUNT INT NOT NULL, FAILURE_COUNT INT NOT NULL,"
            + " LEASE_OWNER VARCHAR(64), LEASED_UNTIL BIGINT NOT NULL, COMPLETED SMALLINT NOT NULL, KEEP_UNTIL BIGINT)";
    /**
     * Indexes by name. Polls and counts use the first one, a purge uses the second one. Neither reads completed rows
     * that are kept.
     */
    private static final Map<String, String> INDEXES = new TreeMap<>(Map.of(
            "DOCPROC_JOB_OPEN", "(COMPLETED, CONSUMER_PATH, WAITING_SINCE)", "DOCPROC_JOB_KEPT", "(KEEP_UNTIL)"));

    private final JdbcTransactions transactions;

    JdbcJobTable(JdbcTransactions transactions) {
        this.transactions = transactions;
    }

    /** Creates the table and the indexes if they do not exist. */
    void create() {
        Optional<IllegalStateException> missing = probe();
        if (missing.isPresent()) {
            createTable(missing.get());
        }
        INDEXES.forEach(this::createIndex);
    }

    /** Returns the exception of a query on the table, or an empty result if the query succeeds. */
    private Optional<IllegalStateException> probe() {
        try {
            transactions.run(
                    PROBE,
                    statement -> {
                        statement.executeQuery().close();
                        return true;
                    },
                    "none");
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(e);
        }
    }

    /** Creates the table. Another node may create it concurrently; its table is then used. */
    private void createTable(IllegalStateException missing) {
        try {
            transactions.run(CREATE, PreparedStatement::execute);
        } catch (IllegalStateException e) {
            if (probe().isPresent()) {
                e.addSuppressed(missing);
                throw e;
            }
        }
    }

    private void createIndex(String name, String columns) {
        if (transactions.run(JdbcJobTable::indexes).contains(name)) {
            return;
        }
        String sql = "CREATE INDEX " + name + " ON " + NAME + " " + columns;
        try {
            transactions.run(sql, JdbcJobTable::executeWithoutTimeout);
        } catch (IllegalStateException e) {
            if (!transactions.run(JdbcJobTable::indexes).contains(name)) {
                LOG.warn("The job repository cannot create an index and is slow with many jobs; run: {}", sql, e);
            }
        }
    }

    /** Executes a statement without a timeout, because creating an index on a large table takes long. */
    private static boolean executeWithoutTimeout(PreparedStatement statement) throws SQLException {
        statement.setQueryTimeout(0);
        return statement.execute();
    }

    private static Set<String> indexes(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String table = database.storesLowerCaseIdentifiers() ? NAME.toLowerCase(Locale.ROOT) : NAME;
        Set<String> names = new HashSet<>();
        try (ResultSet rows =
                database.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
            while (rows.next()) {
                String name = rows.getString("INDEX_NAME");
                if (name != null) {
                    names.add(name.toUpperCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
