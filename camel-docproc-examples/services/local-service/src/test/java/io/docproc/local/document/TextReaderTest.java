/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static io.docproc.local.document.Documents.text;
import static io.docproc.local.document.Documents.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReaderTest extends WithSmallFiles {
    @Test
    void alignedColumnsOfTextAreATable() throws IOException {
        Document document = read(
                files.text(
                        "list.txt",
                        """
                Stock list

                Article          Count      Place
                Hammer           12         A-3
                Screws M4        4,000      B-1

                End of list
                """));

        Table table = document.pages().get(0).tables().get(0);
        assertThat(texts(table))
                .containsExactly(
                        List.of("Article", "Count", "Place"),
                        List.of("Hammer", "12", "A-3"),
                        List.of("Screws M4", "4,000", "B-1"));
        assertThat(document.pages().get(0).lines()).extracting(TextLine::text).contains("Stock list", "End of list");
    }

    @Test
    void linesOfTextHaveADistanceOfSixteenPoints() throws IOException {
        Page page = read(files.text("a.txt", "one\ntwo\n\nfour")).pages().get(0);

        assertThat(page.lines()).extracting(line -> line.box().top()).containsExactly(50.0, 66.0, 98.0);
        assertThat(page.lines().get(1).box(1, 3).left()).isEqualTo(50 + 5.5);
    }

    @Test
    void longTextContinuesOnOtherPages() throws IOException {
        Document document = read(files.text("long.txt", "line\n".repeat(100)));

        assertThat(document.pageCount()).isEqualTo(3);
        assertThat(document.pages().get(2).lines()).hasSize(8);
    }

    @Test
    void textInLegacyEncodingsIsRead() throws IOException {
        Path chinese = files.bytes("cn.txt", "发票号码：12345678".getBytes(Charset.forName("GB18030")));
        Path western = files.bytes("de.txt", "Käufer: Müller".getBytes(Charset.forName("windows-1252")));

        assertThat(text(read(chinese))).isEqualTo("发票号码：12345678");
        assertThat(text(read(western))).isEqualTo("Käufer: Müller");
    }

    @Test
    void aVeryLongWordIsWrapped() throws IOException {
        Document document = read(files.text("a.txt", "A1-".repeat(100_000)));

        assertThat(text(document).replace("|", "")).isEqualTo("A1-".repeat(100_000));
    }

    @Test
    void csvIsOneTable() throws IOException {
        Path file = files.text("a.csv", "name;price\n\"Lamp; tall\";\"12,50\"\n");

        Document document = read(file);

        assertThat(document.type()).isEqualTo(DocumentType.CSV);
        assertThat(texts(document.pages().get(0).tables().get(0)))
                .containsExactly(List.of("name", "price"), List.of("Lamp; tall", "12,50"));
    }
}
