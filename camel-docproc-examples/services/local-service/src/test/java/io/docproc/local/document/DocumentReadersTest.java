/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static io.docproc.local.document.Documents.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentReadersTest extends WithSmallFiles {
    @Test
    void theFormatIsDetectedFromTheContentNotFromTheName() throws IOException {
        Path pdf = files.pdf("really-a-pdf.jpg", "text");

        assertThat(read(pdf).type()).isEqualTo(DocumentType.PDF);
    }

    @Test
    void aProtectedPdfAndAProtectedDocxOpenWithTheirPassword() throws IOException {
        ReadOptions options = new ReadOptions(Optional.of("open sesame"), PageSelection.ALL);

        Path pdf = files.protectedPdf("p.pdf", "open sesame", "secret text");
        Path docx = files.protectedDocx("p.docx", "open sesame", "secret text");

        assertThat(text(new DocumentReaders().read(pdf, "p.pdf", options))).isEqualTo("secret text");
        assertThat(text(new DocumentReaders().read(docx, "p.docx", options))).isEqualTo("secret text");
        assertThat(options.toString()).doesNotContain("sesame");
    }

    @Test
    void onlyTheSelectedPagesAreRead() throws IOException {
        Path pdf = files.pdf("five.pdf", "p1", "p2", "p3", "p4", "p5");

        Document document = new DocumentReaders()
                .read(pdf, "five.pdf", new ReadOptions(Optional.empty(), PageSelection.parse("1-2,5-10")));

        assertThat(document.pages()).extracting(Page::number).containsExactly(1, 2, 5);
        assertThat(document.pageCount()).isEqualTo(5);
    }

    @Test
    void ofdTextIsReadWithItsPosition() throws IOException {
        Document document = read(
                files.zip(
                        "a.ofd",
                        Map.of(
                                "OFD.xml", "<ofd:OFD xmlns:ofd=\"http://www.ofdspec.org/2016\"/>",
                                "Doc_0/Pages/Page_0/Content.xml",
                                        """
                        <ofd:Page xmlns:ofd="http://www.ofdspec.org/2016">
                        <ofd:Area><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:Area>
                        <ofd:Content><ofd:Layer><ofd:TextObject ID="1" Boundary="25.4 50.8 40 5">
                        <ofd:TextCode X="0" Y="4">发票代码</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>""")));

        assertThat(document.type()).isEqualTo(DocumentType.OFD);
        TextLine line = document.pages().get(0).lines().get(0);
        assertThat(line.text()).isEqualTo("发票代码");
        assertThat(line.box().left()).isCloseTo(72, within(0.01));
        assertThat(line.box().top()).isCloseTo(144, within(0.01));
    }
}
