/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static io.docproc.local.document.Documents.text;
import static io.docproc.local.document.Documents.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xslf.usermodel.SlideLayout;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.BreakType;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Test;

class OfficeReadersTest extends WithSmallFiles {
    @Test
    void docAndDocxAreRead() throws IOException {
        Document docx = read(files.docx("a.docx", List.of("One", "Two")));

        Document doc = read(files.doc("a.doc", List.of("One", "Two")));

        assertThat(docx.type()).isEqualTo(DocumentType.DOCX);
        assertThat(doc.type()).isEqualTo(DocumentType.DOC);
        assertThat(text(docx)).isEqualTo("One|Two");
        assertThat(text(doc)).isEqualTo("One|Two");
    }

    @Test
    void xlsAndXlsxAreRead() throws IOException {
        List<List<String>> rows = List.of(List.of("Name", "Town"), List.of("Ann", "Northport"));

        Document xlsx = read(files.xlsx("a.xlsx", rows));
        Document xls = read(files.xls("a.xls", rows));

        assertThat(xlsx.type()).isEqualTo(DocumentType.XLSX);
        assertThat(xls.type()).isEqualTo(DocumentType.XLS);
        assertThat(texts(xlsx.pages().get(0).tables().get(0))).isEqualTo(rows);
        assertThat(texts(xls.pages().get(0).tables().get(0))).isEqualTo(rows);
    }

    @Test
    void aFormulaHasItsStoredResultAndIsNotCalculated() throws IOException {
        Path file = folder.resolve("formula.xlsx");
        try (XSSFWorkbook workbook = new XSSFWorkbook();
                var out = Files.newOutputStream(file)) {
            Sheet sheet = workbook.createSheet();
            sheet.createRow(0).createCell(0).setCellFormula("6*7");
            sheet.getRow(0).createCell(1).setCellValue("stored");
            workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
            sheet.createRow(1).createCell(0).setCellFormula("WEBSERVICE(\"http://localhost/\")");
            workbook.write(out);
        }

        assertThat(texts(read(file).pages().get(0).tables().get(0)).get(0)).containsExactly("42", "stored");
    }

    @Test
    void pptAndPptxAreReadWithOnePageForEachSlide() throws IOException {
        Document pptx = read(files.pptx("a.pptx", "Welcome", "Figures"));
        Document ppt = read(files.ppt("a.ppt", "Welcome", "Figures"));

        assertThat(pptx.type()).isEqualTo(DocumentType.PPTX);
        assertThat(ppt.type()).isEqualTo(DocumentType.PPT);
        assertThat(pptx.pages()).extracting(page -> page.lines().get(0).text()).containsExactly("Welcome", "Figures");
        assertThat(ppt.pages()).extracting(page -> page.lines().get(0).text()).containsExactly("Welcome", "Figures");
    }

    @Test
    void anEmptySlideIsAPageToo() throws IOException {
        Document document = read(files.pptx("a.pptx", "", "second"));

        assertThat(document.pages().get(1).lines().get(0).text()).isEqualTo("second");
    }

    @Test
    void aPageBreakInAWordFileBeginsANewPage() throws IOException {
        Path file = folder.resolve("break.docx");
        try (XWPFDocument word = new XWPFDocument();
                var out = Files.newOutputStream(file)) {
            word.createParagraph().createRun().setText("first");
            word.createParagraph().createRun().addBreak(BreakType.PAGE);
            word.createParagraph().createRun().setText("second");
            word.write(out);
        }

        Document document = read(file);

        assertThat(document.pageCount()).isEqualTo(2);
        assertThat(document.pages().get(1).lines().get(0).text()).isEqualTo("second");
    }

    @Test
    void tabsInAWordFileAlignColumns() throws IOException {
        Path file = files.docx("tabs.docx", List.of("Order number\tCustomer", "A-17\tSample Works"));

        List<TextLine> lines = read(file).pages().get(0).lines();

        assertThat(lines)
                .extracting(TextLine::text)
                .containsExactly("Order number", "Customer", "A-17", "Sample Works");
        assertThat(lines.get(1).box().left()).isGreaterThan(lines.get(0).box().right());
    }

    @Test
    void eachVisibleSheetIsAPageAndAnEmptyRowSeparatesTables() throws IOException {
        Path file = folder.resolve("sheets.xlsx");
        try (XSSFWorkbook workbook = new XSSFWorkbook();
                var out = Files.newOutputStream(file)) {
            Sheet sheet = workbook.createSheet("Prices");
            for (int row : new int[] {0, 1, 4, 5}) {
                sheet.createRow(row).createCell(0).setCellValue("a" + row);
                sheet.getRow(row).createCell(1).setCellValue("b" + row);
            }
            workbook.createSheet("Hidden").createRow(0).createCell(0).setCellValue("secret");
            workbook.setSheetHidden(1, true);
            workbook.createSheet("Notes").createRow(0).createCell(0).setCellValue("remark");
            workbook.write(out);
        }

        Document document = read(file);

        assertThat(document.pages()).hasSize(2);
        assertThat(document.pages().get(0).tables()).hasSize(2);
        assertThat(texts(document.pages().get(0).tables().get(1)))
                .containsExactly(List.of("a4", "b4"), List.of("a5", "b5"));
        assertThat(text(document)).doesNotContain("secret").endsWith("Notes|remark");
    }

    @Test
    void theTitleOfASlideIsAHeading() throws IOException {
        Path file = folder.resolve("title.pptx");
        try (XMLSlideShow show = new XMLSlideShow();
                var out = Files.newOutputStream(file)) {
            XSLFSlide slide = show.createSlide(show.getSlideMasters().get(0).getLayout(SlideLayout.TITLE_ONLY));
            slide.getPlaceholder(0).setText("Figures");
            slide.createTextBox().setText("up by 5 %");
            show.write(out);
        }

        List<Block> blocks = read(file).pages().get(0).blocks();

        assertThat(((TextBlock) blocks.get(0)).headingLevel()).isEqualTo(1);
        assertThat(((TextBlock) blocks.get(1)).headingLevel()).isZero();
    }
}
