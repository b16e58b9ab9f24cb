/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Detects the media type of a document by its content. */
final class MediaTypes {
    static final String PDF = "application/pdf";
    /** doc, xls and ppt. */
    static final String OLE = "application/x-ole-storage";
    /** docx, xlsx, pptx and ofd. */
    static final String OFFICE = "application/office+zip";

    static final String HTML = "text/html";
    static final String MHTML = "message/rfc822";
    static final String TEXT = "text/plain";
    static final String UNKNOWN = "application/octet-stream";

    private static final int HEAD_BYTES = 8192;
    private static final int CORRUPTED = 40422;
    private static final List<String> OFFICE_ENTRIES =
            List.of("word/document.xml", "xl/workbook.xml", "ppt/presentation.xml", "OFD.xml");

    private MediaTypes() {}

    static String detect(Path file) throws IOException {
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
        if (head.startsWith("BM") && head.length() > 26) {
            return "image/bmp";
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
        if (text.contains("mime-version:")) {
            return MHTML;
        }
        if (text.contains("<svg")) {
            return "image/svg+xml";
        }
        return text.contains("<html") || text.contains("<!doctype html") ? HTML : TEXT;
    }

    /** Returns whether there are no control characters, which no text encoding but UTF-16 needs. */
    private static boolean isText(byte[] bytes) {
        boolean utf16 = bytes.length > 1 && ((bytes[0] & 0xff) == 0xfe || (bytes[0] & 0xff) == 0xff);
        for (byte b : bytes) {
            if (!utf16 && b >= 0 && b < ' ' && !Character.isWhitespace(b)) {
                return false;
            }
        }
        return true;
    }

    private static String zipType(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            boolean office = OFFICE_ENTRIES.stream().anyMatch(it -> zip.getEntry(it) != null);
            return office ? OFFICE : "application/zip";
        } catch (ZipException e) {
            throw new ServiceErrorException(CORRUPTED, "file is corrupted: " + e.getMessage());
        }
    }
}
