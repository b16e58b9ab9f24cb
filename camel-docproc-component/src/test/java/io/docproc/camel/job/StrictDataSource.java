/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/**
 * H2 with the transactions of stricter databases: nothing is committed by itself, not even a table; and once a statement
 * has failed, its transaction takes no other.
 */
final class StrictDataSource implements DataSource {
    private final JdbcDataSource h2 = new JdbcDataSource();

    StrictDataSource(String url) {
        h2.setURL(url);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = h2.getConnection();
        connection.setAutoCommit(false);
        return new Transaction(connection).strict();
    }

    /** What happens in one connection. */
    private static final class Transaction {
        private final Connection connection;
        private boolean aborted;
        private boolean tableMade;

        Transaction(Connection connection) {
            this.connection = connection;
        }

        Connection strict() {
            return (Connection) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "commit" -> tableMade = false;
                            case "rollback" -> end();
                            case "close" -> {
                                end();
                                connection.rollback();
                            }
                            default -> {}
                        }
                        Object result = call(connection, method, arguments);
                        if (result instanceof PreparedStatement statement) {
                            tableMade |= arguments[0].toString().startsWith("CREATE");
                            return strict(statement);
                        }
                        return result;
                    });
        }

        private PreparedStatement strict(PreparedStatement statement) {
            return (PreparedStatement) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {PreparedStatement.class},
                    (proxy, method, arguments) -> call(statement, method, arguments));
        }

        private Object call(Object target, Method method, Object[] arguments) throws Throwable {
            boolean sql =
                    method.getName().startsWith("prepare") || method.getName().startsWith("execute");
            if (sql && aborted) {
                throw new SQLException("current transaction is aborted", "25P02");
            }
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException failed) {
                aborted |= sql;
                throw failed.getCause();
            }
        }

        private void end() throws SQLException {
            aborted = false;
            if (tableMade) {
                tableMade = false;
                try (PreparedStatement drop = connection.prepareStatement("DROP TABLE IF EXISTS DOCPROC_JOB")) {
                    drop.execute();
                }
            }
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return h2.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        h2.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        h2.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return h2.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return h2.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return h2.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return h2.isWrapperFor(type);
    }
}
