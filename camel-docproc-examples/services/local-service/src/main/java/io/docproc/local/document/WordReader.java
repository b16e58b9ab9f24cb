/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.poi.hssf.record.crypto.Biff8EncryptionKey;
import org.apache.poi.hwpf.HWPFDocument;
import org.apache.poi.hwpf.model.StyleDescription;
import org.apache.poi.hwpf.usermodel.Paragraph;
import org.apache.poi.hwpf.usermodel.Range;
import org.apache.poi.hwpf.usermodel.TableRow;
import org.apache.poi.xwpf.usermodel.IBodyElement;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.apache.poi.xwpf.usermodel.XWPFTableCell;

/** Reads paragraphs, headings (by style) and tables of DOCX and DOC. A page break begins a page. */
final class WordReader implements DocumentReader {
    private static final Pattern HEADING = Pattern.compile("(?:heading|title|标题)\\s*(\\d)?");

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        try (InputStream in = Files.newInputStream(file)) {
            if (type == DocumentType.DOCX) {
                readDocx(in, layout);
            } else {
                readDoc(in, options.password(), layout);
            }
        }
        return layout.finish(type);
    }

    private static void readDocx(InputStream in, SyntheticLayout layout) throws IOException {
        try (XWPFDocument document = new XWPFDocument(in)) {
            for (IBodyElement element : document.getBodyElements()) {
                if (element instanceof XWPFParagraph paragraph) {
                    if (paragraph.isPageBreak() || hasBreak(paragraph)) {
                        layout.newPage();
                    }
                    text(layout, headingLevel(styleName(document, paragraph)), paragraph.getText());
                } else if (element instanceof XWPFTable table) {
                    layout.table(table.getRows().stream()
                            .map(row -> row.getTableCells().stream()
                                    .map(WordReader::cellText)
                                    .toList())
                            .toList());
                }
            }
        }
    }

    private static String cellText(XWPFTableCell cell) {
        return cell.getParagraphs().stream()
                .map(paragraph -> oneLine(paragraph.getText()))
                .collect(Collectors.joining("\n"));
    }

    private static boolean hasBreak(XWPFParagraph paragraph) {
        return paragraph.getRuns().stream()
                .flatMap(run -> run.getCTR().getBrList().stream())
                .anyMatch(br -> "page".equals(String.valueOf(br.getType())));
    }

    private static String styleName(XWPFDocument document, XWPFParagraph paragraph) {
        String id = paragraph.getStyle();
        if (id == null) {
            return "";
        }
        XWPFStyle style =
                document.getStyles() == null ? null : document.getStyles().getStyle(id);
        return style == null || style.getName() == null ? id : style.getName();
    }

    private static void readDoc(InputStream in, Optional<String> password, SyntheticLayout layout) throws IOException {
        Biff8EncryptionKey.setCurrentUserPassword(password.orElse(null));
        try (HWPFDocument document = new HWPFDocument(in)) {
            Range range = document.getRange();
            for (int i = 0; i < range.numParagraphs(); i++) {
                Paragraph paragraph = range.getParagraph(i);
                if (paragraph.isInTable()) {
                    org.apache.poi.hwpf.usermodel.Table table = range.getTable(paragraph);
                    layout.table(rows(table));
                    i += table.numParagraphs() - 1;
                } else {
                    if (paragraph.pageBreakBefore()) {
                        layout.newPage();
                    }
                    text(layout, headingLevel(styleName(document, paragraph)), paragraph.text());
                }
            }
        } finally {
            Biff8EncryptionKey.setCurrentUserPassword(null);
        }
    }

    private static String styleName(HWPFDocument document, Paragraph paragraph) {
        StyleDescription style = document.getStyleSheet().getStyleDescription(paragraph.getStyleIndex());
        return style == null || style.getName() == null ? "" : style.getName();
    }

    private static List<List<String>> rows(org.apache.poi.hwpf.usermodel.Table table) {
        List<List<String>> rows = new ArrayList<>();
        for (int r = 0; r < table.numRows(); r++) {
            TableRow row = table.getRow(r);
            List<String> cells = new ArrayList<>();
            for (int c = 0; c < row.numCells(); c++) {
                cells.add(oneLine(row.getCell(c).text()));
            }
            rows.add(cells);
        }
        return rows;
    }

    private static int headingLevel(String style) {
        Matcher matcher = HEADING.matcher(style.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return 0;
        }
        return matcher.group(1) == null ? 1 : Integer.parseInt(matcher.group(1));
    }

    private static void text(SyntheticLayout layout, int headingLevel, String text) {
        for (String line : text.split("[\\n\\r\\u000B\\f]")) {
            if (line.isBlank()) {
                layout.gap();
            } else if (headingLevel > 0) {
                layout.heading(headingLevel, oneLine(line));
            } else if (line.contains("\t")) {
                layout.fixedLine(printable(line));
            } else {
                layout.paragraph(oneLine(line));
            }
        }
    }

    /** Removes the control characters that mark cells and fields in DOC. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\\t]]", "");
    }

    private static String oneLine(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    }
}
