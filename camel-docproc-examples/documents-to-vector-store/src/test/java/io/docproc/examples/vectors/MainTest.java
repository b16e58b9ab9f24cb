/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
    private final List<String> calls = new CopyOnWriteArrayList<>();

    @TempDir
    Path home;

    private String run(LocalService service) throws Exception {
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
        Map<String, String> properties = Map.of(
                "docproc.home",
                home.toString(),
                "docproc.baseUrl",
                service.baseUrl(),
                "camel.component.docproc.app-id",
                "local-app",
                "camel.component.docproc.secret-code",
                "local-secret");
        assertThat(Main.run(
                        "How long is the guarantee?", properties, new PrintStream(out, true, StandardCharsets.UTF_8)))
                .isTrue();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aQuestionIsAnsweredWithThePageAndADocumentIsBilledAndStoredOnce() throws Exception {
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).callLines(calls::add)).start()) {
            String first = run(service);
            String second = run(service);

            assertThat(first)
                    .isEqualTo(second)
                    .contains("Answer: The guarantee ends five years after the purchase. [terms.pdf, page 20]");
            assertThat(calls).filteredOn(line -> line.contains("parse")).hasSize(1);
            assertThat(home.resolve("data/passages.json")).content().containsOnlyOnce("The guarantee ends");
        }
    }
}
