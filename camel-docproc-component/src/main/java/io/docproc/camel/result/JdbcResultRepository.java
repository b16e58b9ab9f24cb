/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.Database;
import java.io.IOException;
import java.time.Clock;
import javax.sql.DataSource;

/**
 * Result repository in a database, which several nodes may share. The tables {@code DOCPROC_RESULT}, {@code
 * DOCPROC_RESULT_CHUNK} and {@code DOCPROC_RESULT_LEASE} are created at start if they do not exist. Responses are
 * stored as the service sent them, not encrypted, and anyone with access to the tables can read them. The rows of a
 * removed result are deleted 10 to 20 minutes after its removal, so that a caller that is reading it can finish.
 * Thread-safe.
 *
 * <p>The repository does not join the caller's transaction, so that a rollback of the route keeps stored results.
 * It uses a connection for one statement at a time, in addition to the connections of routes. Give it its own
 * connection pool: if transactions hold all connections of a shared pool, they wait for the repository and the
 * repository waits for them.
 */
public final class JdbcResultRepository extends AbstractResultRepository {
    private final Database<IOException> database;
    private boolean createTableIfNotExists = true;

    /** Creates a repository in a database. */
    public JdbcResultRepository(DataSource dataSource) {
        this(dataSource, Clock.systemUTC());
    }

    JdbcResultRepository(DataSource dataSource, Clock clock) {
        this(new Database<>(dataSource, "result repository", IOException::new), clock);
    }

    private JdbcResultRepository(Database<IOException> database, Clock clock) {
        super(clock, new JdbcResultStore(database), new JdbcLeaseTable(database));
        this.database = database;
    }

    @Override
    protected void doStart() throws Exception {
        database.start(this);
        database.createTables("result-repository", "DOCPROC_RESULT_CHUNK", createTableIfNotExists);
        super.doStart();
    }

    /** Returns whether the start creates the tables and their indexes if they do not exist. */
    public boolean isCreateTableIfNotExists() {
        return createTableIfNotExists;
    }

    /**
     * Sets whether the start creates the tables and their indexes if they do not exist; by default true. If false, the
     * start fails without the tables.
     */
    public void setCreateTableIfNotExists(boolean createTableIfNotExists) {
        this.createTableIfNotExists = createTableIfNotExists;
    }

    @Override
    protected void doShutdown() {
        database.shutdown(this);
    }
}
