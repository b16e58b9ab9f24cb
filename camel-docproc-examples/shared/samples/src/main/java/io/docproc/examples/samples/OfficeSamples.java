/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import io.docproc.examples.samples.SampleFields.Item;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.poi.ooxml.POIXMLDocument;
import org.apache.poi.ooxml.POIXMLProperties.CoreProperties;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STStyleType;

/** Writes an order list as XLSX with formulas, and a delivery note as DOCX. */
final class OfficeSamples {
    private OfficeSamples() {}

    static SampleFields orderList(Path file) throws IOException {
        List<Item> items = List.of(
                Item.of("Notebook, ruled", 200, "1.95"),
                Item.of("Ballpoint pen, blue", 500, "0.40"),
                Item.of("Whiteboard 120 x 90", 6, "74.90"),
                Item.of("Marker set", 30, "6.25"),
                Item.of("Chair, stackable", 48, "39.00"));
        List<List<String>> facts = List.of(
                List.of("Order No.", "PO-2026-118"),
                List.of("Order date", "2026-04-02"),
                List.of("Supplier", "Example Trading Ltd"),
                List.of("Customer", "Demo School Association"),
                List.of("Payment due", "2026-05-02"),
                List.of("Currency", "GBP"));
        try (XSSFWorkbook workbook = new XSSFWorkbook()) {
            Sheet sheet = workbook.createSheet("Order list");
            int row = 0;
            for (List<String> fact : facts) {
                texts(sheet.createRow(row++), fact);
            }
            itemTable(sheet, row + 1, items);
            sheet.setColumnWidth(0, 30 * 256);
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            save(workbook, file);
        }
        return new SampleFields(
                "PO-2026-118",
                "2026-04-02",
                "2026-05-02",
                "Example Trading Ltd",
                "Demo School Association",
                "GBP",
                Optional.of(SampleFields.sum(items)),
                items);
    }

    /** Adds a table; {@code header} is the index of its header row. */
    private static void itemTable(Sheet sheet, int header, List<Item> items) {
        texts(sheet.createRow(header), List.of("Description", "Quantity", "Unit price", "Amount"));
        CellStyle money = sheet.getWorkbook().createCellStyle();
        money.setDataFormat(sheet.getWorkbook().createDataFormat().getFormat("#,##0.00"));
        int row = header;
        for (Item item : items) {
            itemRow(sheet.createRow(++row), item, money);
        }
        Row total = sheet.createRow(row + 1);
        total.createCell(0).setCellValue("Total");
        total.createCell(3).setCellFormula("SUM(D" + (header + 2) + ":D" + (row + 1) + ")");
        total.getCell(3).setCellStyle(money);
    }

    private static void texts(Row row, List<String> texts) {
        for (int i = 0; i < texts.size(); i++) {
            row.createCell(i).setCellValue(texts.get(i));
        }
    }

    private static void itemRow(Row row, Item item, CellStyle money) {
        int number = row.getRowNum() + 1;
        row.createCell(0).setCellValue(item.description());
        row.createCell(1).setCellValue(item.quantity());
        row.createCell(2).setCellValue(item.unitPrice().orElseThrow().doubleValue());
        row.createCell(3).setCellFormula("B" + number + "*C" + number);
        row.getCell(2).setCellStyle(money);
        row.getCell(3).setCellStyle(money);
    }

    static SampleFields deliveryNote(Path file) throws IOException {
        List<Item> items = List.of(
                Item.unpriced("Garden bench, oak", 3),
                Item.unpriced("Parasol with stand", 5),
                Item.unpriced("Cushion, weatherproof", 24));
        try (XWPFDocument document = new XWPFDocument()) {
            addHeadingStyle(document);
            XWPFParagraph title = document.createParagraph();
            title.setStyle("Heading1");
            title.createRun().setText("Delivery note");
            for (String line : List.of(
                    "Delivery note No.: DN-2026-233",
                    "Date: 18 May 2026",
                    "Supplier: Example Trading Ltd",
                    "Customer: Fictional Gardens Oy")) {
                document.createParagraph().createRun().setText(line);
            }
            XWPFTable table = document.createTable(items.size() + 1, 2);
            table.getRow(0).getCell(0).setText("Goods");
            table.getRow(0).getCell(1).setText("Qty");
            for (int i = 0; i < items.size(); i++) {
                table.getRow(i + 1).getCell(0).setText(items.get(i).description());
                table.getRow(i + 1)
                        .getCell(1)
                        .setText(String.valueOf(items.get(i).quantity()));
            }
            document.createParagraph().createRun().setText("All goods were received complete and undamaged.");
            save(document, file);
        }
        return new SampleFields(
                "DN-2026-233",
                "2026-05-18",
                "",
                "Example Trading Ltd",
                "Fictional Gardens Oy",
                "",
                Optional.empty(),
                items);
    }

    private static void addHeadingStyle(XWPFDocument document) {
        CTStyle style = CTStyle.Factory.newInstance();
        style.setStyleId("Heading1");
        style.setType(STStyleType.PARAGRAPH);
        style.addNewName().setVal("heading 1");
        document.createStyles().addStyle(new XWPFStyle(style));
    }

    /** Saves a document with fixed dates in its properties and archive entries, so that the bytes are reproducible. */
    private static void save(POIXMLDocument document, Path file) throws IOException {
        CoreProperties properties = document.getProperties().getCoreProperties();
        properties.setCreated(Optional.of(new Date(0)));
        properties.setCreator("docproc samples");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        document.write(archive);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive.toByteArray()));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                ZipEntry dated = new ZipEntry(entry.getName());
                dated.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
                out.putNextEntry(dated);
                in.transferTo(out);
                out.closeEntry();
            }
        }
    }
}
