/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Detects the media type of a document from its content. */
final class MediaTypes {
    static final String PDF = "application/pdf";
    /** OLE container of doc, xls, ppt, and of encrypted docx, xlsx and pptx. */
    static final String OLE = "application/x-ole-storage";

    static final String OFD = "application/ofd";
    static final String HTML = "text/html";
    static final String MHTML = "message/rfc822";
    static final String TEXT = "text/plain";
    static final String UNKNOWN = "application/octet-stream";
    static final String OFFICE = "application/vnd.openxmlformats-officedocument.";
    static final String DOCX = OFFICE + "wordprocessingml.document";
    static final String XLSX = OFFICE + "spreadsheetml.sheet";
    static final String PPTX = OFFICE + "presentationml.presentation";

    private static final Map<String, String> ZIP_ENTRIES =
            Map.of("word/document.xml", DOCX, "xl/workbook.xml", XLSX, "ppt/presentation.xml", PPTX, "OFD.xml", OFD);
    /** The first bytes of binary formats as ISO 8859-1; a dot is any byte. */
    private static final Map<String, Pattern> BINARY =
            """
            image/jpeg \\xff\\xd8\\xff
            image/png \\x89PNG\\r\\n
            image/gif GIF8
            image/tiff (II\\*\\x00|MM\\x00\\*)
            image/webp RIFF....WEBP
            image/bmp BM....\\x00{4}
            image/heic ....ftyp(heic|mif1)
            image/x-icon \\x00\\x00\\x01\\x00
            application/x-ole-storage \\xd0\\xcf\\x11\\xe0
            application/pdf .{0,1023}%PDF-
            """
                    .lines()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toMap(it -> it[0], it -> start(it[1])));
    /** Byte order mark, declarations and comments before the name of the root element. */
    private static final Pattern MARKUP =
            start("(?:\u00ef\u00bb\u00bf)?(?:\\s++|<\\?.*?\\?>|<!--.*?-->|<!doctype[^>]*>)*+<(\\w+)");

    private static final Pattern CONTROL_CHARACTER = Pattern.compile("[\0-\u001f&&[^\t-\r\u001b-\u001f]]");

    private MediaTypes() {}

    private static Pattern start(String regex) {
        return Pattern.compile("^" + regex, Pattern.DOTALL);
    }

    /**
     * Returns the media type of a document.
     *
     * @throws ServiceErrorException 40422 if a ZIP container is corrupted
     */
    static String detect(Path file) throws IOException {
        String head;
        try (InputStream in = Files.newInputStream(file)) {
            head = new String(in.readNBytes(8192), StandardCharsets.ISO_8859_1);
        }
        if (head.startsWith("PK\3\4")) {
            return zipType(file);
        }
        return BINARY.entrySet().stream()
                .filter(it -> it.getValue().matcher(head).find())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> isText(head) ? textType(head.toLowerCase(Locale.ROOT)) : UNKNOWN);
    }

    private static String textType(String text) {
        if (text.startsWith("mime-version:") || text.contains("\nmime-version:")) {
            return MHTML;
        }
        Matcher markup = MARKUP.matcher(text);
        String root = markup.find() ? markup.group(1) : "";
        if (Set.of("html", "head", "title", "body", "h1").contains(root)) {
            return HTML;
        }
        if (root.equals("svg")) {
            return "image/svg+xml";
        }
        if (text.startsWith("{\\rtf")) {
            return "application/rtf";
        }
        return text.startsWith("<?xml") ? "application/xml" : TEXT;
    }

    /** Returns whether there are no control characters; only text in UTF-16 has them. */
    private static boolean isText(String head) {
        boolean utf16 = head.startsWith("\u00fe") || head.startsWith("\u00ff");
        return utf16 || !CONTROL_CHARACTER.matcher(head).find();
    }

    private static String zipType(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return ZIP_ENTRIES.entrySet().stream()
                    .filter(it -> zip.getEntry(it.getKey()) != null)
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("application/zip");
        } catch (ZipException e) {
            throw new ServiceErrorException(40422, "file is corrupted: " + e.getMessage());
        }
    }
}
