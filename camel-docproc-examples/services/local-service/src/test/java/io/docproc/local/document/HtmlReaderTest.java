/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static io.docproc.local.document.Documents.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReaderTest extends WithSmallFiles {
    @Test
    void htmlGivesHeadingsParagraphsAndTablesAndNoScript() throws IOException {
        Document document = read(
                files.text(
                        "a.html",
                        """
                <html><head><title>no</title><script>var hidden = 1;</script></head><body>
                <h1>Offer</h1><p>Dear <b>customer</b>,<br>here it is.</p>
                <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>5.00</td></tr></table>
                </body></html>"""));

        List<Block> blocks = document.pages().get(0).blocks();
        assertThat(((TextBlock) blocks.get(0)).headingLevel()).isEqualTo(1);
        assertThat(text(document)).isEqualTo("Offer|Dear customer,|here it is.|Item|Price|Lamp|5.00");
        assertThat(blocks.get(3)).isInstanceOf(Table.class);
    }

    @Test
    void theLinesOfAnHtmlCellAreSeparate() throws IOException {
        Document document = read(
                files.text(
                        "a.html",
                        """
                <table><tr><td><b>Seller</b><br>Example
                Trading<p>Northport</p></td><td>x</td></tr></table>"""));

        assertThat(text(document)).isEqualTo("Seller|Example Trading|Northport|x");
    }

    @Test
    void wrappedTableHeadersAreReadFromTopToBottom() throws IOException {
        Document document = read(files.text("a.html", "<table><tr><td>x</td></tr></table>"));
        TextLine piece = document.pages().get(0).lines().get(0);

        List<List<TextLine>> rows = Rows.of(List.of(moved(piece, 100, 5), moved(piece, 0, 0), moved(piece, 0, 10)));

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).hasSize(2);
    }

    private static TextLine moved(TextLine line, double x, double y) {
        Box box = line.box();
        return new TextLine(
                line.text(),
                List.of(new Box(box.left() + x, box.top() + y, box.right() + x, box.bottom() + y)),
                line.size());
    }

    @Test
    void veryDeepHtmlIsRead() throws IOException {
        Path file =
                files.text("deep.html", "<html><body>" + "<div>".repeat(20_000) + "bottom" + "</div>".repeat(20_000));

        assertThat(text(read(file))).isEqualTo("bottom");
    }

    @Test
    void theInnermostOfNestedTablesIsRead() throws IOException {
        Path file = files.text("nested.html", "<html><body>" + "<table><tr><td>".repeat(3_000) + "bottom");

        assertThat(text(read(file))).isEqualTo("bottom");
    }

    @Test
    void mhtmlIsReadByItsHtmlPart() throws IOException {
        Document document = read(files.text(
                "a.mhtml",
                """
                From: <Saved by a browser>
                MIME-Version: 1.0
                Content-Type: multipart/related; type="text/html"; boundary="b1"

                --b1
                Content-Type: text/html; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                <html><body><p>Total=3A 5=E2=82=AC</p></body></html>
                --b1--
                """
                        .replace("\n", "\r\n")));

        assertThat(document.type()).isEqualTo(DocumentType.MHTML);
        assertThat(text(document)).isEqualTo("Total: 5€");
    }
}
