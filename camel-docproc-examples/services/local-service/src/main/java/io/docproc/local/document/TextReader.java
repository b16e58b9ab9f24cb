/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;

/**
 * Reads plain text by line, and CSV as one table. Columns of text that are aligned with spaces or tabs keep their
 * positions, and tables are detected as in PDF pages. A form feed begins a page.
 *
 * <p>The encoding is UTF-16 by its byte order mark, else UTF-8 if it is valid, else GB18030 if all non-ASCII bytes are
 * in pairs, else windows-1252. The separator of CSV is the most frequent of comma, semicolon and tab in the first line.
 */
final class TextReader implements DocumentReader {
    private static final Charset GB18030 = Charset.forName("GB18030");
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        String text = decoded(Files.readAllBytes(file));
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        if (type == DocumentType.CSV) {
            readCsv(text, layout);
            return layout.finish(type);
        }
        for (String page : text.split("\f")) {
            layout.newPage();
            page.lines().forEach(line -> readLine(line, layout));
        }
        Document flat = layout.finish(type);
        List<Page> pages = flat.pages().stream()
                .map(page -> page.withBlocks(new PageAssembler(page.lines()).blocks()))
                .toList();
        return new Document(type, flat.pageCount(), pages);
    }

    private static void readLine(String line, SyntheticLayout layout) {
        if (line.isBlank()) {
            layout.gap();
        } else if (SyntheticLayout.fits(line)) {
            layout.fixedLine(line);
        } else {
            layout.paragraph(line.replaceAll("\\s+", " "));
        }
    }

    private static void readCsv(String text, SyntheticLayout layout) throws IOException {
        String firstLine = text.lines().findFirst().orElse("");
        char delimiter = Stream.of(',', ';', '\t')
                .max(Comparator.comparingLong(candidate ->
                        firstLine.chars().filter(c -> c == candidate).count()))
                .orElseThrow();
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setDelimiter(delimiter)
                .setIgnoreEmptyLines(true)
                .setTrim(true)
                .get();
        try (CSVParser parser = CSVParser.parse(text, format)) {
            layout.table(parser.stream()
                    .map(row -> row.stream()
                            .map(cell -> cell.replaceAll("\\s+", " "))
                            .toList())
                    .toList());
        }
    }

    private static String decoded(byte[] bytes) {
        int mark = bytes.length > 1 ? (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF : 0;
        String text = (mark == 0xFEFF || mark == 0xFFFE
                        ? decode(bytes, StandardCharsets.UTF_16)
                        : Optional.<String>empty())
                .or(() -> decode(bytes, StandardCharsets.UTF_8))
                .or(() -> pairsOfHighBytes(bytes) ? decode(bytes, GB18030) : Optional.empty())
                .orElseGet(() -> new String(bytes, WINDOWS_1252));
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Returns the text; empty if it is invalid in this encoding. */
    private static Optional<String> decode(byte[] bytes, Charset charset) {
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean pairsOfHighBytes(byte[] bytes) {
        int run = 0;
        for (byte b : bytes) {
            if (b < 0) {
                run++;
            } else if (run % 2 == 1) {
                return false;
            } else {
                run = 0;
            }
        }
        return run % 2 == 0;
    }
}
