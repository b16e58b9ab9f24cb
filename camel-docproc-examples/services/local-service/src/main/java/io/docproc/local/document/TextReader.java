/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads plain text by line. Columns aligned with spaces or tabs keep their positions, and tables are detected as in PDF
 * pages. A form feed begins a page.
 */
final class TextReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        for (String page : PlainText.read(file).split("\f")) {
            layout.newPage();
            page.lines().forEach(line -> line(line, layout));
        }
        Document flat = layout.finish(type);
        return new Document(
                type,
                flat.pageCount(),
                flat.pages().stream().map(TextReader::withTables).toList());
    }

    private static void line(String line, SyntheticLayout layout) {
        if (line.isBlank()) {
            layout.gap();
        } else if (TextRun.fits(line)) {
            layout.fixedLine(line);
        } else {
            layout.paragraph(line.replaceAll("\\s+", " "));
        }
    }

    private static Page withTables(Page page) {
        return new Page(
                page.number(),
                page.width(),
                page.height(),
                page.unit(),
                page.angle(),
                new PageAssembler(page.lines()).blocks());
    }
}
