/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Formats of exported files. A file is small and valid; it contains one sentence, or in PDF an empty page. */
enum ExportFormat {
    docx("vnd.openxmlformats-officedocument.wordprocessingml.document") {
        @Override
        byte[] content() {
            return office(
                    "word/document.xml",
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
                    Map.of(
                            "word/document.xml",
                            "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>"
                                    + "<w:p><w:r><w:t>" + TEXT + "</w:t></w:r></w:p></w:body></w:document>"));
        }
    },
    xlsx("vnd.openxmlformats-officedocument.spreadsheetml.sheet") {
        @Override
        byte[] content() {
            String main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
            return office(
                    "xl/workbook.xml",
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
                    Map.of(
                            "xl/workbook.xml",
                            "<workbook " + main + " xmlns:r=\"" + RELATIONSHIPS
                                    + "\"><sheets><sheet name=\"1\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
                            "xl/_rels/workbook.xml.rels",
                            relationship("worksheet", "sheet1.xml"),
                            "xl/sheet1.xml",
                            "<worksheet " + main + "><sheetData><row><c t=\"inlineStr\"><is><t>" + TEXT
                                    + "</t></is></c></row></sheetData></worksheet>"));
        }
    },
    pdf("pdf") {
        @Override
        byte[] content() {
            return """
                    %PDF-1.7
                    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
                    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
                    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
                    trailer<</Root 1 0 R>>
                    %%EOF
                    """
                    .getBytes(StandardCharsets.US_ASCII);
        }
    };

    private static final String TEXT = "Exported by the test service.";
    private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";

    private final String subtype;

    ExportFormat(String subtype) {
        this.subtype = subtype;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Enum::name).toList();
    }

    String mediaType() {
        return "application/" + subtype;
    }

    abstract byte[] content();

    private static String relationship(String type, String target) {
        return "<Relationships xmlns=\"" + PACKAGE + "relationships\"><Relationship Id=\"r1\" Type=\"" + RELATIONSHIPS
                + "/" + type + "\" Target=\"" + target + "\"/></Relationships>";
    }

    private static byte[] office(String main, String mediaType, Map<String, String> parts) {
        Map<String, String> entries = new TreeMap<>(parts);
        entries.put("_rels/.rels", relationship("officeDocument", main));
        entries.put(
                "[Content_Types].xml",
                "<Types xmlns=\"" + PACKAGE + "content-types\"><Default Extension=\"rels\" ContentType=\""
                        + "application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\""
                        + " ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"
                        + "<Override PartName=\"/" + main + "\" ContentType=\"" + mediaType + "\"/></Types>");
        return zip(entries);
    }

    private static byte[] zip(Map<String, String> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
