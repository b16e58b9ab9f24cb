/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.util.Locale;

/** Database product, which determines the data types of tables and a few clauses of queries. */
public enum DatabaseProduct {
    /** PostgreSQL and databases with its JDBC driver. */
    POSTGRESQL,
    /** MySQL and MariaDB. */
    MYSQL,
    /** Oracle Database 12c or later. */
    ORACLE,
    /** Microsoft SQL Server 2012 or later. */
    SQLSERVER,
    /** H2, and every other database with the data types of the SQL standard. */
    H2;

    /** Returns the product from its name in the metadata of a JDBC connection. */
    static DatabaseProduct of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "postgresql" -> POSTGRESQL;
            case "mysql", "mariadb" -> MYSQL;
            case "oracle" -> ORACLE;
            case "microsoft sql server" -> SQLSERVER;
            default -> H2;
        };
    }

    /** Returns the folder of the DDL files, below {@code META-INF/docproc}. */
    String folder() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a clause that limits the rows of a query with {@code ORDER BY}. */
    public String limit(int rows) {
        return this == MYSQL ? " LIMIT " + rows : " OFFSET 0 ROWS FETCH NEXT " + rows + " ROWS ONLY";
    }
}
