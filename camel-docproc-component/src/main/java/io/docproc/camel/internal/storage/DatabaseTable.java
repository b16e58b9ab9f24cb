/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Table of a repository, which the start of the repository creates if it does not exist.
 *
 * @param name the name of the table
 * @param columns the definition of each column, which begins with the name of the column
 * @param indexes the columns of each index by its name
 */
public record DatabaseTable(String name, List<String> columns, Map<String, String> indexes) {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseTable.class);

    /** Creates the table and the indexes that do not exist. Another node may create them at the same time. */
    public <X extends Exception> void createIn(Database<X> database) throws X {
        Optional<Exception> missing = probe(database);
        if (missing.isPresent()) {
            create(database, missing.get());
        }
        for (Map.Entry<String, String> index : indexes.entrySet()) {
            createIndex(database, index.getKey(), index.getValue());
        }
    }

    /** Returns the exception of a query on all columns, or an empty result if the query succeeds. */
    private Optional<Exception> probe(Database<?> database) {
        String names = columns.stream()
                .map(column -> column.substring(0, column.indexOf(' ')))
                .collect(Collectors.joining(", "));
        try {
            database.query(1, "SELECT " + names + " FROM " + name + " WHERE 1 = 0", row -> true);
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e);
        }
    }

    private <X extends Exception> void create(Database<X> database, Exception missing) throws X {
        String sql = "CREATE TABLE " + name + " (" + String.join(", ", columns) + ")";
        try {
            database.update(sql);
        } catch (Exception e) {
            if (probe(database).isPresent()) {
                e.addSuppressed(missing);
                throw database.failure(
                        "The table " + name + " does not exist or has other columns, and cannot be created: "
                                + e.getMessage() + "; create it with: " + sql,
                        e);
            }
        }
    }

    private <X extends Exception> void createIndex(Database<X> database, String index, String indexed) throws X {
        if (database.run(this::existingIndexes).contains(index)) {
            return;
        }
        String sql = "CREATE INDEX " + index + " ON " + name + " " + indexed;
        try {
            database.execute(sql, DatabaseTable::executeWithoutTimeout);
        } catch (Exception e) {
            if (!database.run(this::existingIndexes).contains(index)) {
                LOG.warn("A repository cannot create an index and is slow with many rows; run: {}", sql, e);
            }
        }
    }

    /** Executes a statement without a timeout, because creating an index on a large table takes long. */
    private static boolean executeWithoutTimeout(PreparedStatement statement) throws SQLException {
        statement.setQueryTimeout(0);
        return statement.execute();
    }

    private Set<String> existingIndexes(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String table = database.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
        Set<String> names = new HashSet<>();
        try (ResultSet rows =
                database.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                if (index != null) {
                    names.add(index.toUpperCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
