/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.commons.io.FileUtils;
import org.h2.tools.Server;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Database server for all tests of a process. It starts at its first use, and stops with the process. PostgreSQL and
 * MariaDB need a {@link Launcher}, which {@code verification/databases} has. The system properties
 * {@code docproc.test.postgresql} and {@code docproc.test.mariadb} set the JDBC URL, with user and password, of a
 * running server to use instead.
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
        public String newDatabase() {
            String schema = newName();
            create("SCHEMA", schema, " CASCADE");
            return url() + (url().contains("?") ? "&" : "?") + "currentSchema=" + schema;
        }
    },
    MARIADB {
        @Override
        public String newDatabase() {
            String name = newName();
            create("DATABASE", name, "");
            return url().replaceFirst("(//[^/]+)/\\w*", "$1/" + name);
        }
    };

    /** Starts the servers that need programs of their own. */
    public interface Launcher {
        /** Starts a server with its files in a directory, and returns its JDBC URL with a user. */
        String start(DatabaseServer server, Path directory) throws Exception;
    }

    private static final Optional<Launcher> LAUNCHER =
            ServiceLoader.load(Launcher.class).findFirst();

    private Optional<String> url = Optional.empty();

    String start(Path directory) throws Exception {
        return LAUNCHER.orElseThrow().start(this, directory);
    }

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

    /** Returns whether the tests of this module use this server: those with the launcher use all but H2. */
    public boolean isTested() {
        return LAUNCHER.isPresent() != (this == H2);
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
