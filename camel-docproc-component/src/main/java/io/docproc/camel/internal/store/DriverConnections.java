/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Connections of the JDBC driver for a URL, without a pool. While it is started, it holds a connection of its own,
 * because an embedded database closes with its last connection. Thread-safe.
 */
public final class DriverConnections implements Database.ConnectionSource {
    /** A parameter such as {@code password=secret}, or the password of {@code //user:secret@host}. */
    private static final Pattern SECRET =
            Pattern.compile("(?i)[?&;]\\w*(?:password|passwd|pwd|secret|token)\\w*=([^&;]+)|//[^/:@]*:([^/@]+)@");

    private final String url;
    private final Properties credentials = new Properties();
    private volatile Driver driver;
    private Connection held;

    /**
     * Creates a source of connections.
     *
     * @param url JDBC URL
     * @param user name of the user; empty without user
     * @param password password of the user
     */
    public DriverConnections(String url, String user, String password) {
        this.url = url;
        if (!user.isEmpty()) {
            credentials.setProperty("user", user);
            credentials.setProperty("password", password);
        }
    }

    /** Opens the connection that keeps the database open. */
    @Override
    public synchronized void start() throws SQLException {
        if (!url.startsWith("jdbc:")) {
            // The text is not in the message, because it may have a password.
            throw new SQLException("The configured text is not a JDBC URL, which begins with jdbc:, for example"
                    + " jdbc:h2:./data/docproc");
        }
        // Not DriverManager, which does not find the drivers of a web application in every servlet container.
        driver = ServiceLoader.load(Driver.class, DriverConnections.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(this::accepts)
                .findFirst()
                .orElseThrow(() -> new SQLException("No JDBC driver on the class path accepts a URL that begins with "
                        + url.replaceFirst("^(jdbc:\\w*).*", "$1") + "; add the driver, for example the dependency"
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
    @Override
    public synchronized void stop() throws SQLException {
        if (held != null) {
            held.close();
            held = null;
        }
    }

    @Override
    public Connection open() throws SQLException {
        try {
            return driver.connect(url, credentials);
        } catch (SQLException e) {
            throw withoutSecrets(e);
        }
    }

    /** Returns a failure without its causes and with masked passwords, if a driver has quoted one of the URL. */
    private SQLException withoutSecrets(SQLException failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        String message = failure.getMessage();
        boolean isQuoted = false;
        for (String secret : secrets()) {
            isQuoted |= trace.toString().contains(secret);
            message = message.replace(secret, "xxxxxx");
        }
        return isQuoted ? new SQLException(message, failure.getSQLState(), failure.getErrorCode()) : failure;
    }

    private Set<String> secrets() {
        Set<String> secrets = new HashSet<>();
        SECRET.matcher(url).results().forEach(found -> {
            String value = found.group(1) == null ? found.group(2) : found.group(1);
            secrets.add(value);
            secrets.add(URLDecoder.decode(value, StandardCharsets.UTF_8));
        });
        secrets.add(credentials.getProperty("password", ""));
        secrets.remove("");
        return secrets;
    }
}
