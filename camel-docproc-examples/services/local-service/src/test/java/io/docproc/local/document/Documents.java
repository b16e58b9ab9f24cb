/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reads documents and their text. */
final class Documents {
    private Documents() {}

    static Document read(Path file) {
        return new DocumentReaders().read(file, file.getFileName().toString(), ReadOptions.ALL);
    }

    static String text(Document document) {
        return document.pages().stream()
                .flatMap(page -> page.lines().stream())
                .map(TextLine::text)
                .collect(Collectors.joining("|"));
    }

    static List<List<String>> texts(Table table) {
        return table.rows().stream()
                .map(row -> row.stream().map(Cell::text).toList())
                .toList();
    }
}
