/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads CSV as one table. The separator is the most frequent of comma, semicolon and tab in the first line. */
final class CsvReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        String text = PlainText.read(file);
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setDelimiter(delimiter(text.lines().findFirst().orElse("")))
                .setIgnoreEmptyLines(true)
                .setTrim(true)
                .get();
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        try (CSVParser parser = CSVParser.parse(text, format)) {
            List<List<String>> rows = parser.stream().map(CsvReader::cells).toList();
            if (!rows.isEmpty()) {
                layout.table(rows);
            }
        }
        return layout.finish(type);
    }

    private static List<String> cells(CSVRecord row) {
        return row.stream().map(cell -> cell.replaceAll("\\s+", " ")).toList();
    }

    private static char delimiter(String line) {
        return Stream.of(',', ';', '\t')
                .max((a, b) -> Long.compare(count(line, a), count(line, b)))
                .orElse(',');
    }

    private static long count(String line, char c) {
        return line.chars().filter(each -> each == c).count();
    }
}
