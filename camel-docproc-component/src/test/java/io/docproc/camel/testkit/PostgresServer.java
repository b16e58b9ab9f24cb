/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** PostgreSQL server for all tests, which terminates with the process. */
public enum PostgresServer {
    INSTANCE;

    private final EmbeddedPostgres server;

    PostgresServer() {
        try {
            server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "500")
                    .start();
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns a data source for a new schema. */
    public DataSource newSchema() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        new JdbcTemplate(server.getPostgresDatabase()).execute("CREATE SCHEMA " + schema);
        PGConnectionPoolDataSource pooled = new PGConnectionPoolDataSource();
        pooled.setUrl(server.getJdbcUrl("postgres", "postgres"));
        pooled.setCurrentSchema(schema);
        return JdbcConnectionPool.create(pooled);
    }
}
