/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

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
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Detects the media type of a document from its content. */
public final class MediaTypes {
    /** PDF. */
    public static final String PDF = "application/pdf";
    /** OLE container of doc, xls, ppt, and of encrypted docx, xlsx and pptx. */
    public static final String OLE = "application/x-ole-storage";
    /** Word document. */
    public static final String DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    /** Excel workbook. */
    public static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    /** PowerPoint presentation. */
    public static final String PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    /** Open Fixed-layout Document. */
    public static final String OFD = "application/ofd";
    /** HTML and XHTML. */
    public static final String HTML = "text/html";
    /** MHTML. */
    public static final String MHTML = "message/rfc822";
    /** Any other text. */
    public static final String TEXT = "text/plain";
    /** Bytes of no known format. */
    public static final String UNKNOWN = "application/octet-stream";

    private static final int HEAD_BYTES = 8192;
    private static final int CORRUPTED = 40422;
    private static final char ESCAPE = 0x1b;
    private static final Map<String, String> ZIP_ENTRIES =
            Map.of("word/document.xml", DOCX, "xl/workbook.xml", XLSX, "ppt/presentation.xml", PPTX, "OFD.xml", OFD);
    /** Byte order mark, declarations and comments before the name of the root element. */
    private static final Pattern MARKUP = Pattern.compile(
            "(?:\u00ef\u00bb\u00bf)?(?:\\s++|<\\?.*?\\?>|<!--.*?-->|<!doctype[^>]*>)*+<(\\w+)", Pattern.DOTALL);

    private static final Set<String> HTML_ROOTS = Set.of("html", "head", "title", "body", "h1");

    private MediaTypes() {}

    /**
     * Returns the media type of a document.
     *
     * @throws ServiceErrorException 40422 if a ZIP container is corrupted
     */
    public static String detect(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(HEAD_BYTES);
        }
        String head = new String(bytes, StandardCharsets.ISO_8859_1);
        if (head.startsWith("PK\3\4")) {
            return zipType(file);
        }
        String binary = binaryType(head);
        return binary.equals(UNKNOWN) && isText(bytes) ? textType(head) : binary;
    }

    private static String binaryType(String head) {
        if (head.startsWith("\u00ff\u00d8\u00ff")) {
            return "image/jpeg";
        }
        if (head.startsWith("\u0089PNG\r\n")) {
            return "image/png";
        }
        if (head.startsWith("GIF8")) {
            return "image/gif";
        }
        if (head.startsWith("II*\0") || head.startsWith("MM\0*")) {
            return "image/tiff";
        }
        if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) {
            return "image/webp";
        }
        if (head.startsWith("BM") && head.startsWith("\0\0\0\0", 6)) {
            return "image/bmp";
        }
        if (head.startsWith("ftypheic", 4) || head.startsWith("ftypmif1", 4)) {
            return "image/heic";
        }
        if (head.startsWith("\0\0\1\0")) {
            return "image/x-icon";
        }
        if (head.startsWith("\u00d0\u00cf\u0011\u00e0")) {
            return OLE;
        }
        int pdf = head.indexOf("%PDF-");
        return pdf >= 0 && pdf < 1024 ? PDF : UNKNOWN;
    }

    private static String textType(String head) {
        String text = head.toLowerCase(Locale.ROOT);
        if (text.startsWith("mime-version:") || text.contains("\nmime-version:")) {
            return MHTML;
        }
        Matcher markup = MARKUP.matcher(text);
        String root = markup.lookingAt() ? markup.group(1) : "";
        if (HTML_ROOTS.contains(root)) {
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
    private static boolean isText(byte[] bytes) {
        boolean utf16 = bytes.length > 1 && ((bytes[0] & 0xff) == 0xfe || (bytes[0] & 0xff) == 0xff);
        for (byte b : bytes) {
            if (!utf16 && b >= 0 && b < ' ' && b != ESCAPE && !Character.isWhitespace(b)) {
                return false;
            }
        }
        return true;
    }

    private static String zipType(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return ZIP_ENTRIES.entrySet().stream()
                    .filter(it -> zip.getEntry(it.getKey()) != null)
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("application/zip");
        } catch (ZipException e) {
            throw new ServiceErrorException(CORRUPTED, "file is corrupted: " + e.getMessage());
        }
    }
}
