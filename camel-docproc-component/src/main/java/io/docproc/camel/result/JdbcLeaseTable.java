/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Stores leases as rows of the table {@code DOCPROC_RESULT_LEASE}. Its primary key ensures that only one of several
 * nodes acquires a lease.
 */
final class JdbcLeaseTable implements LeaseTable {
    /** Class of the SQL states for integrity constraint violations. */
    private static final String CONSTRAINT_VIOLATION = "23";

    private static final String TAKE_OVER =
            "UPDATE DOCPROC_RESULT_LEASE SET OWNER = ?, EXPIRES_AT = ? WHERE RESULT_KEY = ? AND EXPIRES_AT <= ?";
    private static final String INSERT =
            "INSERT INTO DOCPROC_RESULT_LEASE (OWNER, EXPIRES_AT, RESULT_KEY) VALUES (?, ?, ?)";
    private static final String RENEW =
            "UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = ? WHERE RESULT_KEY = ? AND OWNER = ?";
    private static final String RELEASE = "DELETE FROM DOCPROC_RESULT_LEASE WHERE RESULT_KEY = ? AND OWNER = ?";
    private static final String REMOVE_EXPIRED = "DELETE FROM DOCPROC_RESULT_LEASE WHERE EXPIRES_AT < ?";

    private final Database<IOException> database;

    JdbcLeaseTable(Database<IOException> database) {
        this.database = database;
    }

    @Override
    public boolean acquire(String name, String owner, Instant now, Instant expiresAt) throws IOException {
        return database.update(TAKE_OVER, owner, expiresAt.toEpochMilli(), name, now.toEpochMilli()) == 1
                || insert(name, owner, expiresAt);
    }

    private boolean insert(String name, String owner, Instant expiresAt) throws IOException {
        try {
            return database.update(INSERT, owner, expiresAt.toEpochMilli(), name) == 1;
        } catch (IOException e) {
            if (isDuplicate(e.getCause())) {
                return false;
            }
            throw e;
        }
    }

    private static boolean isDuplicate(Throwable cause) {
        return cause instanceof SQLException failure
                && failure.getSQLState() != null
                && failure.getSQLState().startsWith(CONSTRAINT_VIOLATION);
    }

    @Override
    public boolean renew(String name, String owner, Instant expiresAt) throws IOException {
        return database.update(RENEW, expiresAt.toEpochMilli(), name, owner) == 1;
    }

    @Override
    public void release(String name, String owner) throws IOException {
        database.update(RELEASE, name, owner);
    }

    @Override
    public void removeExpired(Instant before) throws IOException {
        database.update(REMOVE_EXPIRED, before.toEpochMilli());
    }
}
