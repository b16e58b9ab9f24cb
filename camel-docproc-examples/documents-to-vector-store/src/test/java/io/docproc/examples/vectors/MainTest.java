/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String ANSWER =
            "Answer: The guarantee ends five years after the purchase. [terms.pdf, page 20]";

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @TempDir
    Path home;

    private String run(LocalService service, Map<String, String> store) throws Exception {
        Path inbox = Files.createDirectories(home.resolve("data/inbox"));
        try (PDDocument document = new PDDocument()) {
            List<String> pages =
                    new ArrayList<>(Collections.nCopies(19, "The lamp weighs two kilograms and is made of brass."));
            pages.add("The guarantee ends five years after the purchase.");
            for (String text : pages) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(FontName.HELVETICA), 12);
                    content.newLineAtOffset(60, 700);
                    content.showText(text);
                    content.endText();
                }
            }
            document.setDocumentId(1L);
            document.save(inbox.resolve("terms.pdf").toFile());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Map<String, String> properties = new HashMap<>(store);
        properties.put("docproc.home", home.toString());
        properties.put("docproc.baseUrl", service.baseUrl());
        properties.put("camel.component.docproc.app-id", "local-app");
        properties.put("camel.component.docproc.secret-code", "local-secret");
        assertThat(Main.run(
                        "How long is the guarantee?", properties, new PrintStream(out, true, StandardCharsets.UTF_8)))
                .isTrue();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aQuestionIsAnsweredWithThePageAndADocumentIsBilledAndStoredOnce() throws Exception {
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).callLines(calls::add)).start()) {
            assertThat(askTwice(service, Map.of())).isEqualTo(ANSWER);
            assertThat(home.resolve("data/passages.json")).content().containsOnlyOnce("The guarantee ends");
        }
    }

    @Test
    void theSameInPostgreSql() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setOverrideWorkingDirectory(
                                Path.of("target", "postgresql").toAbsolutePath().toFile())
                        .setPGStartupWait(Duration.ofMinutes(1))
                        .start();
                Connection database = server.getPostgresDatabase().getConnection();
                Statement statement = database.createStatement();
                LocalService service =
                        new LocalService(new LocalServiceOptions().port(0).callLines(calls::add)).start()) {
            statement.execute(Files.readString(Path.of("src/main/resources/documents-to-vector-store/passages.sql")
                    .toAbsolutePath()));
            Map<String, String> store = Map.of(
                    "passages.routes",
                    "documents-to-postgresql",
                    "passages.database",
                    server.getJdbcUrl("postgres", "postgres"));

            assertThat(askTwice(service, store)).isEqualTo(ANSWER);

            try (ResultSet passages = statement.executeQuery(
                    "SELECT count(*), max(page), count(DISTINCT text), max(headings) FROM passages")) {
                assertThat(passages.next()).isTrue();
                assertThat(passages.getInt(1)).isEqualTo(20);
                assertThat(passages.getInt(2)).isEqualTo(20);
                assertThat(passages.getInt(3)).isEqualTo(2);
            }
        }
    }

    /** Stores the document twice, and returns the answer, which is the same both times. */
    private String askTwice(LocalService service, Map<String, String> store) throws Exception {
        String first = run(service, store);
        assertThat(run(service, store)).isEqualTo(first);
        assertThat(calls).filteredOn(line -> line.startsWith("parseAsync ")).hasSize(1);
        return first.lines()
                .filter(line -> line.startsWith("Answer"))
                .findFirst()
                .orElseThrow();
    }
}
