/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.component.sql.SqlComponent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs the recipe whose statement is of PostgreSQL. */
@Tag(EachStore.TAG)
final class DocumentedPostgreSqlTest extends DocumentedRoutesFixture {
    private void extracted(String fields) {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":" + fields + "}}"));
    }

    @Test
    void theRowOfADocumentIsInsertedAndThenUpdated() throws Exception {
        extracted("{\"invoice_number\":\"INV-7\",\"total\":1250.10}");
        try (HikariDataSource database = DatabaseServer.POSTGRESQL.newPool()) {
            JdbcTemplate rows = new JdbcTemplate(database);
            rows.execute("CREATE TABLE invoice (document TEXT PRIMARY KEY, number TEXT, total NUMERIC(12, 2))");
            SqlComponent sql = new SqlComponent();
            sql.setDataSource(database);
            service.context().addComponent("sql", sql);
            String row = "SELECT document || number || total FROM invoice";

            send(
                    Dsl.YAML,
                    "fields-to-database",
                    null,
                    "direct:fieldsToDatabase",
                    invoice().toFile());
            assertThat(rows.queryForList(row, String.class)).containsExactly("invoice.pdfINV-71250.10");

            for (String missing : List.of("null", "\"\"")) {
                rows.update("UPDATE invoice SET total = 1");
                extracted("{\"invoice_number\":\"INV-8\",\"total\":" + missing + "}");
                service.call("direct:fieldsToDatabase", invoice().toFile(), Map.of(Exchange.FILE_NAME, "invoice.pdf"));
                assertThat(rows.queryForMap("SELECT number, total FROM invoice"))
                        .containsEntry("number", "INV-8")
                        .containsEntry("total", null);
            }
            service.context().stop();
        }
    }
}
