/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.docproc.camel.internal.storage.Database;
import io.docproc.camel.internal.storage.RepositorySupport;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Rate limiter that all nodes of an account share, in the database table {@code DOCPROC_RATE_LIMIT}. The start creates
 * the table if it does not exist. Supports PostgreSQL, MySQL, MariaDB and H2. The clock of the database applies; the
 * clocks of the nodes may differ. Otherwise like {@link DistributedRateLimiter}. Thread-safe.
 */
public final class JdbcRateLimiter extends RepositorySupport implements RateLimiter {
    private final Database<RateLimiterException> database;
    private final JdbcBuckets buckets;
    private final DistributedRateLimiter limiter;
    private Duration storeTimeout = DistributedRateLimiter.DEFAULT_STORE_TIMEOUT;
    private boolean createTableIfNotExists = true;

    /**
     * Creates a rate limiter.
     *
     * @param dataSource the database; each request uses one connection for a short time
     * @param requestsPerSecond maximum number of calls per second of all nodes together
     * @throws IllegalArgumentException if the number is not positive
     */
    public JdbcRateLimiter(DataSource dataSource, Double requestsPerSecond) {
        this.database = new Database<>(dataSource, "rate limiter", RateLimiterException::new);
        this.buckets = new JdbcBuckets(database);
        this.limiter = new DistributedRateLimiter(buckets, requestsPerSecond);
    }

    /**
     * Creates a rate limiter for one of several accounts that use the same table.
     *
     * @param dataSource the database; each request uses one connection for a short time
     * @param requestsPerSecond maximum number of calls per second of all nodes together
     * @param name name of the account, see {@link #setName}
     * @throws IllegalArgumentException if the number is not positive
     */
    public JdbcRateLimiter(DataSource dataSource, Double requestsPerSecond, String name) {
        this(dataSource, requestsPerSecond);
        limiter.setName(name);
    }

    /**
     * Sets the name of the account in the table. Limiters with the same name share their rate. The default is "docproc".
     *
     * @throws IllegalArgumentException if the name is blank or longer than 200 characters
     */
    public void setName(String name) {
        limiter.setName(name);
    }

    /**
     * Sets the maximum time for which a call waits while the database does not respond; 5 seconds by default. After
     * this time the call fails unsent with a retryable exception. A request to the database that takes longer is
     * abandoned, and its connection is aborted. Set the time before the start. The start itself, which opens the first
     * connection and may create the table, waits up to one minute for each response of the database.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public void setStoreTimeout(Duration storeTimeout) {
        limiter.setStoreTimeout(storeTimeout);
        this.storeTimeout = storeTimeout;
    }

    /**
     * Sets whether the start creates the table if it does not exist; true by default. The file {@code rate-limiter.sql}
     * of the database in the folder {@code META-INF/docproc} of the jar defines the table.
     */
    public void setCreateTableIfNotExists(boolean createTableIfNotExists) {
        this.createTableIfNotExists = createTableIfNotExists;
    }

    @Override
    protected void doStart() {
        database.setTimeout(Database.DEFAULT_TIMEOUT);
        database.start(this);
        buckets.selectStatements();
        if (createTableIfNotExists) {
            buckets.createTable();
        } else {
            buckets.checkTable();
        }
        database.setTimeout(storeTimeout);
        limiter.setCamelContext(getCamelContext());
        limiter.start();
    }

    @Override
    protected void doStop() {
        limiter.stop();
    }

    @Override
    protected void doShutdown() {
        limiter.shutdown();
        database.shutdown(this);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        return limiter.acquire(maxWait);
    }

    @Override
    public void startCooldown(Duration duration) {
        limiter.startCooldown(duration);
    }

    @Override
    public Duration cooldownRemaining() {
        return limiter.cooldownRemaining();
    }

    @Override
    public double requestsPerSecond() {
        return limiter.requestsPerSecond();
    }
}
