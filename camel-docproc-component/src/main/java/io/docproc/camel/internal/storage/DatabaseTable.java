/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Table of a repository.
 *
 * @param name name of the table
 * @param statement statement that creates the table
 * @param columns names of its columns
 * @param indexes its indexes, without that of the primary key
 */
record DatabaseTable(String name, String statement, List<String> columns, List<DatabaseIndex> indexes) {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseTable.class);
    private static final String SCHEMA =
            "SELECT N.NSPNAME FROM PG_CLASS C JOIN PG_NAMESPACE N ON N.OID = C.RELNAMESPACE"
                    + " WHERE C.OID = TO_REGCLASS(?)";

    /** Creates the table and the indexes that do not exist. Another node may create them at the same time. */
    <X extends Exception> void createIn(Database<X> database) throws X {
        Optional<Exception> missing = probe(database);
        if (missing.isPresent()) {
            create(database, missing.get());
        }
        boolean warns = missing.isEmpty() && !missingIndexes(database).isEmpty() && !isEmpty(database);
        // After the query for a row: the node that has just created the table creates its indexes before a row.
        for (DatabaseIndex index : missingIndexes(database)) {
            if (warns) {
                LOG.warn(
                        "The table {} lacks the index {}; the repository creates it now, which may block other nodes"
                                + " for minutes if the table is large: {}",
                        name,
                        index.name(),
                        index.statement());
            }
            create(database, index);
        }
    }

    private <X extends Exception> boolean isEmpty(Database<X> database) throws X {
        String key = columns.get(0);
        String firstRow = "SELECT " + key + " FROM " + name + " ORDER BY " + key;
        return database.query(1, firstRow + database.product().limit(1), row -> true)
                .isEmpty();
    }

    /** Fails if the table does not exist or lacks a column, and logs a warning for each index that does not exist. */
    <X extends Exception> void checkIn(Database<X> database) throws X {
        Optional<Exception> missing = probe(database);
        if (missing.isPresent()) {
            throw database.failure(
                    "The table " + name + " does not exist or has other columns: "
                            + missing.get().getMessage() + "; create it with: " + statement,
                    missing.get());
        }
        missingIndexes(database).forEach(this::warn);
    }

    /** Returns the exception of a query on all columns, or an empty result if the query succeeds. */
    private Optional<Exception> probe(Database<?> database) {
        try {
            database.query(1, "SELECT " + String.join(", ", columns) + " FROM " + name + " WHERE 1 = 0", row -> true);
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e);
        }
    }

    private <X extends Exception> void create(Database<X> database, Exception missing) throws X {
        try {
            database.update(statement);
        } catch (Exception e) {
            if (probe(database).isPresent()) {
                e.addSuppressed(missing);
                throw database.failure(
                        "The table " + name + " does not exist or has other columns, and cannot be created: "
                                + e.getMessage() + "; create it with: " + statement,
                        e);
            }
        }
    }

    private <X extends Exception> void create(Database<X> database, DatabaseIndex index) throws X {
        try {
            database.runWithoutTimeout(connection -> execute(connection, index.statement()));
        } catch (Exception e) {
            if (missingIndexes(database).contains(index)) {
                LOG.warn("The repository cannot create the index {}", index.name(), e);
                warn(index);
            }
        }
    }

    private void warn(DatabaseIndex index) {
        LOG.warn(
                "The table {} lacks the index {}; the repository is slow with many rows. Run: {}",
                name,
                index.name(),
                index.statement());
    }

    /** Executes a statement without a timeout, because creating an index on a large table takes long. */
    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    private <X extends Exception> List<DatabaseIndex> missingIndexes(Database<X> database) throws X {
        if (indexes.isEmpty()) {
            return List.of();
        }
        Collection<List<String>> existing = database.run(this::indexedColumns);
        return indexes.stream()
                .filter(index -> existing.stream().noneMatch(columns -> startsWith(columns, index.columns())))
                .toList();
    }

    private static boolean startsWith(List<String> columns, List<String> first) {
        return columns.size() >= first.size()
                && columns.subList(0, first.size()).equals(first);
    }

    /** Returns the columns of each index, which may have another name than in the DDL file. */
    private Collection<List<String>> indexedColumns(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String table = database.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
        Map<String, List<String>> columnsByIndex = new HashMap<>();
        try (ResultSet rows =
                database.getIndexInfo(connection.getCatalog(), schema(connection, table), table, false, true)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                if (column != null) {
                    columnsByIndex
                            .computeIfAbsent(rows.getString("INDEX_NAME"), index -> new ArrayList<>())
                            .add(column.toUpperCase(Locale.ROOT));
                }
            }
        }
        return columnsByIndex.values();
    }

    /** Returns the schema of the table; null, which selects all schemas, if the connection does not return it. */
    private static String schema(Connection connection, String table) throws SQLException {
        String current = currentSchema(connection);
        try (ResultSet tables = connection.getMetaData().getTables(connection.getCatalog(), current, table, null)) {
            return tables.next() ? current : schemaOfSearchPath(connection, table);
        }
    }

    /** PostgreSQL finds a table also in a later schema of its search path. */
    private static String schemaOfSearchPath(Connection connection, String table) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(SCHEMA)) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    private static String currentSchema(Connection connection) {
        try {
            return connection.getSchema();
        } catch (SQLException e) {
            LOG.debug("The connection does not return its schema", e);
            return null;
        }
    }
}
