/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PdfReaderTest extends WithSmallFiles {
    @Test
    void theLinesOfAPdfHaveTheirPositions() throws IOException {
        Document document = read(files.pdf("a.pdf", "first line\nsecond line", "next page"));

        assertThat(document.pageCount()).isEqualTo(2);
        Page page = document.pages().get(0);
        assertThat(page.width()).isCloseTo(595, within(1.0));
        assertThat(page.unit()).isEqualTo(LengthUnit.POINT);
        TextLine second = page.lines().get(1);
        assertThat(second.text()).isEqualTo("second line");
        assertThat(second.box().left()).isCloseTo(50, within(1.0));
        assertThat(second.box().top()).isBetween(108.0, 120.0);
        assertThat(second.box().bottom()).isBetween(120.0, 124.0);
        assertThat(second.words()).extracting(TextLine::text).containsExactly("second", "line");
    }

    @Test
    void positionsOnARotatedPdfPageReferToTheDisplayedPage() throws IOException {
        Page page = read(files.turnedPdf("turned.pdf", 90, "sideways")).pages().get(0);

        assertThat(page.angle()).isEqualTo(90);
        assertThat(page.width()).isGreaterThan(page.height());
    }
}
