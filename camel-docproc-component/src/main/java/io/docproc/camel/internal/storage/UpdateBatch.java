/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Statement that is executed with several rows of parameters.
 *
 * @param sql the statement
 * @param rows its parameters
 */
record UpdateBatch(String sql, List<Object[]> rows) {

    /** Returns the number of changed rows for each row of parameters. The connection must not commit automatically. */
    int[] execute(Connection connection, int timeoutSeconds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(timeoutSeconds);
            for (Object[] row : rows) {
                setParameters(statement, row);
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            return IntStream.of(counts).allMatch(count -> count >= 0) ? counts : executeEach(connection, statement);
        }
    }

    /** Executes the rows again one by one, because the driver does not return the counts of a batch. */
    private int[] executeEach(Connection connection, PreparedStatement statement) throws SQLException {
        connection.rollback();
        int[] counts = new int[rows.size()];
        for (int row = 0; row < counts.length; row++) {
            setParameters(statement, rows.get(row));
            counts[row] = statement.executeUpdate();
        }
        return counts;
    }

    /** Stores an empty string as NULL, because some databases do not distinguish them. */
    static void setParameters(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int index = 0; index < parameters.length; index++) {
            if (parameters[index] instanceof String text) {
                statement.setString(index + 1, text.isEmpty() ? null : text);
            } else {
                statement.setObject(index + 1, parameters[index]);
            }
        }
    }
}
