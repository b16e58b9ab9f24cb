/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import io.docproc.local.document.Cell;
import io.docproc.local.document.Table;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Entities;

/** Format of tables in the Markdown text. */
enum TableView {
    HTML {
        @Override
        String write(Table table) {
            return table.rows().stream()
                    .map(TableView::htmlRow)
                    .collect(Collectors.joining("\n", "<table>\n", "\n</table>"));
        }
    },
    MARKDOWN {
        @Override
        String write(Table table) {
            int columns = table.columnCount();
            StringBuilder markdown = new StringBuilder();
            for (int row = 0; row < table.rows().size(); row++) {
                markdown.append(row == 0 ? "" : "\n")
                        .append(markdownRow(table.rows().get(row), columns));
                if (row == 0) {
                    markdown.append("\n|").append(" --- |".repeat(columns));
                }
            }
            return markdown.toString();
        }
    };

    abstract String write(Table table);

    private static String htmlRow(List<Cell> row) {
        return row.stream().map(TableView::htmlCell).collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String htmlCell(Cell cell) {
        String span = cell.columnSpan() > 1 ? " colspan=\"" + cell.columnSpan() + "\"" : "";
        return "<td" + span + ">" + Entities.escape(cell.text()) + "</td>";
    }

    /** Adds empty cells after a wide cell, because Markdown has no column spans. */
    private static String markdownRow(List<Cell> row, int columns) {
        String[] texts = new String[columns];
        Arrays.fill(texts, "");
        row.forEach(
                cell -> texts[cell.column()] = cell.text().replace("\\", "\\\\").replace("|", "\\|"));
        return "| " + String.join(" | ", texts) + " |";
    }
}
