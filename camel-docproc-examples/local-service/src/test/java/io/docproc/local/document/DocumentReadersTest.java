/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.docproc.local.SmallFiles;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentReadersTest {
    @TempDir
    Path folder;

    private SmallFiles files;

    @BeforeEach
    void prepare() {
        files = new SmallFiles(folder);
    }

    @Test
    void aPdfsLinesStandWhereTheyWereDrawn() throws IOException {
        Document document = read(files.pdf("a.pdf", "first line\nsecond line", "next page"));

        assertThat(document.pageCount()).isEqualTo(2);
        Page page = document.pages().get(0);
        assertThat(page.width()).isCloseTo(595, within(1.0));
        assertThat(page.unit()).isEqualTo(LengthUnit.POINT);
        TextLine second = page.lines().get(1);
        assertThat(second.text()).isEqualTo("second line");
        assertThat(second.box().left()).isCloseTo(50, within(1.0));
        assertThat(second.box().top()).isBetween(108.0, 120.0);
        assertThat(second.box().bottom()).isBetween(120.0, 124.0);
        assertThat(second.words()).extracting(TextLine::text).containsExactly("second", "line");
    }

    @Test
    void aTurnedPdfPageIsMeasuredAsItIsShown() throws IOException {
        Page page = read(files.turnedPdf("turned.pdf", 90, "sideways")).pages().get(0);

        assertThat(page.angle()).isEqualTo(90);
        assertThat(page.width()).isGreaterThan(page.height());
    }

    @Test
    void wideGapsPartTheColumnsOfTextAndAlignedRowsAreATable() throws IOException {
        Document document = read(
                files.text(
                        "list.txt",
                        """
                Stock list

                Article          Count      Place
                Hammer           12         A-3
                Screws M4        4,000      B-1

                End of list
                """));

        Table table = document.pages().get(0).tables().get(0);
        assertThat(texts(table))
                .containsExactly(
                        List.of("Article", "Count", "Place"),
                        List.of("Hammer", "12", "A-3"),
                        List.of("Screws M4", "4,000", "B-1"));
        assertThat(document.pages().get(0).lines()).extracting(TextLine::text).contains("Stock list", "End of list");
    }

    @Test
    void linesOfTextAreSixteenPointsApartFromTheMarginOn() throws IOException {
        Page page = read(files.text("a.txt", "one\ntwo\n\nfour")).pages().get(0);

        assertThat(page.lines()).extracting(line -> line.box().top()).containsExactly(50.0, 66.0, 98.0);
        assertThat(page.lines().get(1).box(1, 3).left()).isEqualTo(50 + 5.5);
    }

    @Test
    void longTextGoesOnOnFurtherPages() throws IOException {
        Document document = read(files.text("long.txt", "line\n".repeat(100)));

        assertThat(document.pageCount()).isEqualTo(3);
        assertThat(document.pages().get(2).lines()).hasSize(8);
    }

    @Test
    void textInOldEncodingsIsRead() throws IOException {
        Path chinese = files.bytes("cn.txt", "发票号码：12345678".getBytes(Charset.forName("GB18030")));
        Path western = files.bytes("de.txt", "Käufer: Müller".getBytes(Charset.forName("windows-1252")));

        assertThat(text(read(chinese))).isEqualTo("发票号码：12345678");
        assertThat(text(read(western))).isEqualTo("Käufer: Müller");
    }

    @Test
    void csvIsOneTable() throws IOException {
        Path file = files.text("a.csv", "name;price\n\"Lamp; tall\";\"12,50\"\n");

        Document document = read(file);

        assertThat(document.type()).isEqualTo(DocumentType.CSV);
        assertThat(texts(document.pages().get(0).tables().get(0)))
                .containsExactly(List.of("name", "price"), List.of("Lamp; tall", "12,50"));
    }

    @Test
    void htmlGivesHeadingsParagraphsAndTablesAndNoScript() throws IOException {
        Document document = read(
                files.text(
                        "a.html",
                        """
                <html><head><title>no</title><script>var hidden = 1;</script></head><body>
                <h1>Offer</h1><p>Dear <b>customer</b>,<br>here it is.</p>
                <table><tr><th>Item</th><th>Price</th></tr><tr><td>Lamp</td><td>5.00</td></tr></table>
                </body></html>"""));

        List<Block> blocks = document.pages().get(0).blocks();
        assertThat(((TextBlock) blocks.get(0)).headingLevel()).isEqualTo(1);
        assertThat(text(document)).isEqualTo("Offer|Dear customer,|here it is.|Item|Price|Lamp|5.00");
        assertThat(blocks.get(3)).isInstanceOf(Table.class);
    }

    @Test
    void theLinesOfAnHtmlCellStayApart() throws IOException {
        Document document = read(
                files.text(
                        "a.html",
                        """
                <table><tr><td><b>Seller</b><br>Example
                Trading<p>Northport</p></td><td>x</td></tr></table>"""));

        assertThat(text(document)).isEqualTo("Seller|Example Trading|Northport|x");
    }

    @Test
    void wrappedTableHeadersAreReadFromTopToBottom() throws IOException {
        Document document = read(files.text("a.html", "<table><tr><td>x</td></tr></table>"));
        TextLine piece = document.pages().get(0).lines().get(0);

        List<List<TextLine>> rows = Rows.of(List.of(moved(piece, 100, 5), moved(piece, 0, 0), moved(piece, 0, 10)));

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).hasSize(2);
    }

    private static TextLine moved(TextLine line, double x, double y) {
        Box box = line.box();
        return new TextLine(
                line.text(),
                List.of(new Box(box.left() + x, box.top() + y, box.right() + x, box.bottom() + y)),
                line.size());
    }

    @Test
    void veryDeepHtmlIsRead() throws IOException {
        Path file =
                files.text("deep.html", "<html><body>" + "<div>".repeat(20_000) + "bottom" + "</div>".repeat(20_000));

        assertThat(text(read(file))).isEqualTo("bottom");
    }

    @Test
    void tablesWithinTablesAreReadByTheirInnermost() throws IOException {
        Path file = files.text("nested.html", "<html><body>" + "<table><tr><td>".repeat(3_000) + "bottom");

        assertThat(text(read(file))).isEqualTo("bottom");
    }

    @Test
    void aWordWithoutEndIsWrappedOverPages() throws IOException {
        Document document = read(files.text("a.txt", "A1-".repeat(100_000)));

        assertThat(text(document).replace("|", "")).isEqualTo("A1-".repeat(100_000));
    }

    @Test
    void mhtmlIsReadByItsHtmlPart() throws IOException {
        Document document = read(files.text(
                "a.mhtml",
                """
                From: <Saved by a browser>
                MIME-Version: 1.0
                Content-Type: multipart/related; type="text/html"; boundary="b1"

                --b1
                Content-Type: text/html; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                <html><body><p>Total=3A 5=E2=82=AC</p></body></html>
                --b1--
                """
                        .replace("\n", "\r\n")));

        assertThat(document.type()).isEqualTo(DocumentType.MHTML);
        assertThat(text(document)).isEqualTo("Total: 5€");
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

    @Test
    void ofdTextIsReadWithItsPlace() throws IOException {
        Document document = read(
                files.zip(
                        "a.ofd",
                        Map.of(
                                "OFD.xml", "<ofd:OFD xmlns:ofd=\"http://www.ofdspec.org/2016\"/>",
                                "Doc_0/Pages/Page_0/Content.xml",
                                        """
                        <ofd:Page xmlns:ofd="http://www.ofdspec.org/2016">
                        <ofd:Area><ofd:PhysicalBox>0 0 210 140</ofd:PhysicalBox></ofd:Area>
                        <ofd:Content><ofd:Layer><ofd:TextObject ID="1" Boundary="25.4 50.8 40 5">
                        <ofd:TextCode X="0" Y="4">发票代码</ofd:TextCode></ofd:TextObject></ofd:Layer></ofd:Content></ofd:Page>""")));

        assertThat(document.type()).isEqualTo(DocumentType.OFD);
        TextLine line = document.pages().get(0).lines().get(0);
        assertThat(line.text()).isEqualTo("发票代码");
        assertThat(line.box().left()).isCloseTo(72, within(0.01));
        assertThat(line.box().top()).isCloseTo(144, within(0.01));
    }

    @Test
    void anImageHasItsSizeInPixelsAndNoText() throws IOException {
        for (String format : List.of("png", "jpg", "bmp", "tiff")) {
            Page page =
                    read(files.image("a." + format, format, 320, 200)).pages().get(0);

            assertThat(page.width()).as(format).isEqualTo(320);
            assertThat(page.height()).isEqualTo(200);
            assertThat(page.unit()).isEqualTo(LengthUnit.PIXEL);
            assertThat(page.blocks()).isEmpty();
        }
    }

    @Test
    void aWebpIsMeasuredByItsHeader() throws IOException {
        byte[] webp = new byte[30 + 64];
        byte[] head = {
            'R',
            'I',
            'F',
            'F',
            86,
            0,
            0,
            0,
            'W',
            'E',
            'B',
            'P',
            'V',
            'P',
            '8',
            'X',
            10,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            (byte) (640 - 1 & 0xFF),
            (640 - 1) >> 8,
            0,
            (byte) (480 - 1 & 0xFF),
            (480 - 1) >> 8,
            0
        };
        System.arraycopy(head, 0, webp, 0, head.length);

        Page page = read(files.bytes("a.webp", webp)).pages().get(0);

        assertThat(List.of(page.width(), page.height())).containsExactly(640.0, 480.0);
    }

    @Test
    void aFileIsWhatItsBytesSayNotWhatItsNameSays() throws IOException {
        Path pdf = files.pdf("really-a-pdf.jpg", "text");

        assertThat(read(pdf).type()).isEqualTo(DocumentType.PDF);
    }

    @Test
    void aProtectedPdfAndAProtectedDocxOpenWithTheirPassword() throws IOException {
        ReadOptions options = new ReadOptions(Optional.of("open sesame"), PageSelection.ALL);

        Path pdf = files.protectedPdf("p.pdf", "open sesame", "secret text");
        Path docx = files.protectedDocx("p.docx", "open sesame", "secret text");

        assertThat(text(new DocumentReaders().read(pdf, "p.pdf", options))).isEqualTo("secret text");
        assertThat(text(new DocumentReaders().read(docx, "p.docx", options))).isEqualTo("secret text");
        assertThat(options.toString()).doesNotContain("sesame");
    }

    @Test
    void onlyTheWantedPagesAreThere() throws IOException {
        Path pdf = files.pdf("five.pdf", "p1", "p2", "p3", "p4", "p5");

        Document document = new DocumentReaders()
                .read(pdf, "five.pdf", new ReadOptions(Optional.empty(), PageSelection.parse("1-2,5-10")));

        assertThat(document.pages()).extracting(Page::number).containsExactly(1, 2, 5);
        assertThat(document.pageCount()).isEqualTo(5);
    }

    private static Document read(Path file) {
        return new DocumentReaders().read(file, file.getFileName().toString(), ReadOptions.ALL);
    }

    private static String text(Document document) {
        return document.pages().stream()
                .flatMap(page -> page.lines().stream())
                .map(TextLine::text)
                .collect(Collectors.joining("|"));
    }

    private static List<List<String>> texts(Table table) {
        return table.rows().stream()
                .map(row -> row.stream().map(Cell::text).toList())
                .toList();
    }
}
