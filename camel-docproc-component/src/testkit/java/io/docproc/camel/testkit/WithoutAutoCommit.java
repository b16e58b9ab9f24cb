/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Data source whose connections do not commit automatically. */
public final class WithoutAutoCommit extends DelegatingDataSource {
    public WithoutAutoCommit(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
