/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;

/** H2 databases in the memory of the process, which exist until it ends. */
public final class MemoryDatabase {
    private MemoryDatabase() {}

    /** Returns the JDBC URL of a new database. Options may be added, each after a semicolon. */
    public static String newUrl() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    /** Creates a database. */
    public static JdbcDataSource create() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(newUrl());
        return database;
    }
}
