/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static io.docproc.local.document.Documents.text;
import static io.docproc.local.document.Documents.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.SmallFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfficeReadersTest {
    @TempDir
    Path folder;

    private SmallFiles files;

    @BeforeEach
    void prepare() {
        files = new SmallFiles(folder);
    }

    @Test
    void wordFilesAreReadOldAndNew() throws IOException {
        Document docx = read(files.docx("a.docx", List.of("One", "Two")));

        Document doc = read(files.doc("a.doc", List.of("One", "Two")));

        assertThat(docx.type()).isEqualTo(DocumentType.DOCX);
        assertThat(doc.type()).isEqualTo(DocumentType.DOC);
        assertThat(text(docx)).isEqualTo("One|Two");
        assertThat(text(doc)).isEqualTo("One|Two");
    }

    @Test
    void sheetsAreReadOldAndNew() throws IOException {
        List<List<String>> rows = List.of(List.of("Name", "Town"), List.of("Ann", "Northport"));

        Document xlsx = read(files.xlsx("a.xlsx", rows));
        Document xls = read(files.xls("a.xls", rows));

        assertThat(xlsx.type()).isEqualTo(DocumentType.XLSX);
        assertThat(xls.type()).isEqualTo(DocumentType.XLS);
        assertThat(texts(xlsx.pages().get(0).tables().get(0))).isEqualTo(rows);
        assertThat(texts(xls.pages().get(0).tables().get(0))).isEqualTo(rows);
    }

    @Test
    void aFormulaShowsItsStoredResultAndIsNeverCalculated() throws IOException {
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
    void slidesAreReadOldAndNewOnePageEach() throws IOException {
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
}
