/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.usermodel.WorkbookFactory;

/**
 * Reads XLSX and XLS. Each visible sheet begins a page with its name as heading, and rows without an empty row between
 * them are a table. Cells have their displayed text; formulas have their stored results and are not calculated.
 */
final class SheetReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        DataFormatter formatter = new DataFormatter(Locale.ROOT);
        formatter.setUseCachedValuesForFormulaCells(true);
        try (Workbook workbook =
                WorkbookFactory.create(file.toFile(), options.password().orElse(null), true)) {
            for (int i = 0; i < workbook.getNumberOfSheets(); i++) {
                if (!workbook.isSheetHidden(i) && !workbook.isSheetVeryHidden(i)) {
                    readSheet(workbook.getSheetAt(i), formatter, layout);
                }
            }
        }
        return layout.finish(type);
    }

    private static void readSheet(Sheet sheet, DataFormatter formatter, SyntheticLayout layout) {
        layout.newPage();
        layout.heading(2, sheet.getSheetName());
        List<List<String>> block = new ArrayList<>();
        int previous = -1;
        for (Row row : sheet) {
            List<String> cells = cells(row, formatter);
            if (cells.isEmpty() || row.getRowNum() > previous + 1) {
                flush(block, layout);
            }
            if (!cells.isEmpty()) {
                block.add(cells);
                previous = row.getRowNum();
            }
        }
        flush(block, layout);
    }

    private static void flush(List<List<String>> block, SyntheticLayout layout) {
        if (!block.isEmpty()) {
            layout.gap();
            if (block.size() == 1
                    && block.get(0).stream().filter(text -> !text.isEmpty()).count() == 1) {
                layout.paragraph(String.join("", block.get(0)));
            } else {
                layout.table(block);
            }
            block.clear();
        }
    }

    private static List<String> cells(Row row, DataFormatter formatter) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < row.getLastCellNum(); column++) {
            cells.add(formatter
                    .formatCellValue(row.getCell(column))
                    .replaceAll("[\\s&&[^\n]]+", " ")
                    .strip());
        }
        while (!cells.isEmpty() && cells.get(cells.size() - 1).isEmpty()) {
            cells.remove(cells.size() - 1);
        }
        return cells;
    }
}
