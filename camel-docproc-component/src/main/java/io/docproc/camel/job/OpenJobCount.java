/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Number of jobs in a database that are not completed. A small number is counted at each call. Counting a large one
 * takes longer than health checks and meters may wait, so that the result of the last {@link #refresh} is returned.
 * Thread-safe.
 */
final class OpenJobCount {
    private static final Logger LOG = LoggerFactory.getLogger(OpenJobCount.class);
    /** Health checks and meters must not wait longer for a database that does not respond. */
    private static final int TIMEOUT_SECONDS = 5;

    private static final int LARGE = 10_000;
    private static final String COUNT_ALL = "SELECT COUNT(*) FROM DOCPROC_JOB WHERE COMPLETED = 0";
    private static final String COUNT_SOME =
            "SELECT COUNT(*) FROM (SELECT JOB_ID FROM DOCPROC_JOB WHERE COMPLETED = 0 ORDER BY COMPLETED%s) OPEN_JOBS";

    private final Database<IllegalStateException> database;
    private volatile OptionalInt large = OptionalInt.empty();

    OpenJobCount(Database<IllegalStateException> database) {
        this.database = database;
    }

    /** Returns the number of jobs. Waits for the first large count only. */
    int get() {
        OptionalInt reusable = large;
        return reusable.isPresent() ? reusable.getAsInt() : refresh();
    }

    /** Counts, and keeps a large number for {@link #get}. */
    int refresh() {
        int some = database.execute(COUNT_SOME.formatted(database.product().limit(LARGE)), OpenJobCount::count);
        int jobs = some < LARGE ? some : database.execute(COUNT_ALL, OpenJobCount::count);
        large = jobs < LARGE ? OptionalInt.empty() : OptionalInt.of(jobs);
        return jobs;
    }

    /** Counts. After a failure, the next {@link #get} counts and reports it. */
    void refreshQuietly() {
        try {
            refresh();
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.debug("The jobs cannot be counted", e);
            clear();
        }
    }

    /** Discards a large number, so that the next {@link #get} counts. */
    void clear() {
        large = OptionalInt.empty();
    }

    private static int count(PreparedStatement statement) throws SQLException {
        statement.setQueryTimeout(TIMEOUT_SECONDS);
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
