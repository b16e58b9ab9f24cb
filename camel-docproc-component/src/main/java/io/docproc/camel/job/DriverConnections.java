/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.store.Database;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * Connections of the JDBC driver for a URL, without a pool. While it is started, it holds a connection of its own,
 * because an embedded database closes with its last connection. Thread-safe.
 */
final class DriverConnections implements Database.ConnectionSource {
    private final String url;
    private final Properties credentials = new Properties();
    private volatile Driver driver;
    private Connection held;

    /**
     * Creates a source of connections.
     *
     * @param url JDBC URL; to an H2 URL, options are added with which each commit is written at once, and with which the
     *     end of the process does not close the database while routes stop
     * @param user name of the user; empty without user
     * @param password password of the user
     */
    DriverConnections(String url, String user, String password) {
        this.url = url.startsWith("jdbc:h2:")
                ? withOption(withOption(url, "WRITE_DELAY", "=0"), "DB_CLOSE_ON_EXIT", "=FALSE")
                : url;
        if (!user.isEmpty()) {
            credentials.setProperty("user", user);
            credentials.setProperty("password", password);
        }
    }

    private static String withOption(String url, String name, String value) {
        return url.toUpperCase(Locale.ROOT).contains(";" + name + "=") ? url : url + ";" + name + value;
    }

    /** Opens the connection that keeps the database open. */
    synchronized void start() throws SQLException {
        // Not DriverManager, which does not find the drivers of a web application in every servlet container.
        driver = ServiceLoader.load(Driver.class, DriverConnections.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(this::accepts)
                .findFirst()
                .orElseThrow(() -> new SQLException("No JDBC driver on the class path accepts a URL that begins with "
                        + url.replaceFirst("^(\\w+:\\w*).*", "$1") + "; add the driver, for example the dependency"
                        + " com.h2database:h2 for jdbc:h2:./data/jobs"));
        held = open();
    }

    private boolean accepts(Driver candidate) {
        try {
            return candidate.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Closes the connection that keeps the database open. */
    synchronized void stop() throws SQLException {
        if (held != null) {
            held.close();
            held = null;
        }
    }

    @Override
    public Connection open() throws SQLException {
        return driver.connect(url, credentials);
    }
}
