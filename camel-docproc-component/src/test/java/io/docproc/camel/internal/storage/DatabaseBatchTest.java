/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Statements of one transaction. */
final class DatabaseBatchTest {
    private static final String INCREMENT = "UPDATE T SET N = N + 1 WHERE ID = ? AND N < 5";

    private final JdbcDataSource h2 = MemoryDatabase.create();
    private final JdbcJobRepository owner = new JdbcJobRepository(h2);
    private JdbcTemplate rows;

    @BeforeEach
    void createTable() {
        rows = new JdbcTemplate(h2);
        rows.execute("CREATE TABLE T (ID VARCHAR(9) PRIMARY KEY, N INT CHECK (N <> 3))");
        rows.execute("INSERT INTO T VALUES ('a', 0), ('b', 2), ('full', 5)");
    }

    @AfterEach
    void stop() {
        owner.shutdown();
    }

    private Database<IllegalStateException> database(DataSource dataSource) {
        Database<IllegalStateException> database =
                new Database<>(dataSource, "job repository", IllegalStateException::new);
        database.start(owner);
        return database;
    }

    private static int[] increment(Database<IllegalStateException> database, String... ids) {
        return database.updateAll(
                INCREMENT, Arrays.stream(ids).map(id -> new Object[] {id}).toList());
    }

    private List<Integer> numbers() {
        return rows.queryForList("SELECT N FROM T ORDER BY ID", Integer.class);
    }

    @Test
    void theNumberOfChangedRowsOfEachStatementIsReturned() {
        assertThat(increment(database(h2), "full", "a", "unknown")).containsExactly(0, 1, 0);
        assertThat(numbers()).containsExactly(1, 2, 5);
    }

    @Test
    void aFailedStatementRollsBackTheOthers() {
        assertThatThrownBy(() -> increment(database(h2), "a", "b")).isInstanceOf(IllegalStateException.class);

        assertThat(numbers()).containsExactly(0, 2, 5);
    }

    @Test
    void anErrorRollsBackTheStatements() {
        Database<IllegalStateException> database = database(new DelegatingDataSource(h2) {
            @Override
            public Connection getConnection() throws SQLException {
                return withResult(super.getConnection(), counts -> {
                    throw new OutOfMemoryError("in a test");
                });
            }
        });

        assertThatThrownBy(() -> increment(database, "a", "full")).hasRootCauseInstanceOf(OutOfMemoryError.class);

        assertThat(numbers()).containsExactly(0, 2, 5);
    }

    @Test
    void theFailureOfAStatementIsReportedIfItsConnectionIsBroken() {
        Database<IllegalStateException> database = database(new DelegatingDataSource(h2) {
            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                return proxy(Connection.class, (proxy, method, arguments) -> {
                    if (method.getName().equals("setAutoCommit") && arguments[0].equals(true)) {
                        throw new SQLException("the connection is broken");
                    }
                    return invoke(method, connection, arguments);
                });
            }
        });

        assertThatThrownBy(() -> increment(database, "a", "b"))
                .hasMessageContaining("Check constraint")
                .cause()
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .hasToString("java.sql.SQLException: the connection is broken"));
    }

    @Test
    void aDriverThatReturnsNoCountsOfABatchChangesEachRowOnce() {
        Database<IllegalStateException> database = database(new DelegatingDataSource(h2) {
            @Override
            public Connection getConnection() throws SQLException {
                return withResult(super.getConnection(), counts -> Arrays.fill(counts, Statement.SUCCESS_NO_INFO));
            }
        });

        assertThat(increment(database, "full", "a", "unknown")).containsExactly(0, 1, 0);
        assertThat(numbers()).containsExactly(1, 2, 5);
    }

    /** Passes the counts of each batch to an action before they are returned. */
    private static Connection withResult(Connection connection, Consumer<int[]> action) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            Object result = invoke(method, connection, arguments);
            return result instanceof PreparedStatement statement ? withResult(statement, action) : result;
        });
    }

    private static PreparedStatement withResult(PreparedStatement statement, Consumer<int[]> action) {
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            Object result = invoke(method, statement, arguments);
            if (method.getName().equals("executeBatch")) {
                action.accept((int[]) result);
            }
            return result;
        });
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(DatabaseBatchTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
