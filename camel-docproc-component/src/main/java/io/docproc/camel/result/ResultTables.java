/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.internal.storage.DatabaseTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables of a result repository in a database. */
final class ResultTables {
    private static final DatabaseTable RESULT = new DatabaseTable(
            "DOCPROC_RESULT",
            List.of(
                    "CONTENT_ID VARCHAR(36) NOT NULL PRIMARY KEY",
                    "RESULT_KEY VARCHAR(64) NOT NULL",
                    "STATE CHAR(1) NOT NULL",
                    "CHANGED_AT DECIMAL(19) NOT NULL",
                    "CONTENT_LENGTH DECIMAL(19) NOT NULL"),
            Map.of(
                    "DOCPROC_RESULT_KEYS", "(RESULT_KEY, STATE, CHANGED_AT)",
                    "DOCPROC_RESULT_STATES", "(STATE, CHANGED_AT)"));
    private static final DatabaseTable LEASE = new DatabaseTable(
            "DOCPROC_RESULT_LEASE",
            List.of(
                    "RESULT_KEY VARCHAR(64) NOT NULL PRIMARY KEY",
                    "OWNER VARCHAR(36) NOT NULL",
                    "EXPIRES_AT DECIMAL(19) NOT NULL"),
            Map.of());

    private ResultTables() {}

    /** Creates the tables and indexes that do not exist. */
    static void createIn(Database<IOException> database) throws IOException {
        RESULT.createIn(database);
        LEASE.createIn(database);
        chunk(database.run(connection -> connection.getMetaData().getDatabaseProductName()))
                .createIn(database);
    }

    private static DatabaseTable chunk(String product) {
        String binaryType =
                switch (product.toLowerCase(Locale.ROOT)) {
                    case "postgresql" -> "BYTEA";
                    case "mysql", "mariadb" -> "MEDIUMBLOB";
                    case "microsoft sql server" -> "VARBINARY(MAX)";
                    default -> "BLOB";
                };
        return new DatabaseTable(
                "DOCPROC_RESULT_CHUNK",
                List.of(
                        "CONTENT_ID VARCHAR(36) NOT NULL",
                        "CHUNK_INDEX INTEGER NOT NULL",
                        "CONTENT " + binaryType + " NOT NULL, PRIMARY KEY (CONTENT_ID, CHUNK_INDEX)"),
                Map.of());
    }
}
