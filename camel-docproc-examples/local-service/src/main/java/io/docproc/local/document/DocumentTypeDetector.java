/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.FileMagic;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.tika.Tika;

/**
 * Tells what a file is by its bytes. The name counts only between formats that are all plain text: {@code .csv} and
 * {@code .html}.
 */
final class DocumentTypeDetector {
    private static final int HEAD = 8192;

    private final Tika tika = new Tika();

    /**
     * @throws ServiceErrorException 40303 naming the type when it is none that is taken, 40425 when the bytes are of no known
     *     type, 40422 when a container is broken
     */
    DocumentType detect(Path file, String fileName) throws IOException {
        return switch (magic(file)) {
            case OLE2 -> oleType(file);
            case OOXML -> zipType(file);
            default -> plainType(file, fileName.toLowerCase(Locale.ROOT));
        };
    }

    private static FileMagic magic(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return FileMagic.valueOf(in);
        }
    }

    private static DocumentType oleType(Path file) throws IOException {
        try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
            DirectoryNode root = container.getRoot();
            if (root.hasEntryCaseInsensitive("WordDocument")) {
                return DocumentType.DOC;
            }
            if (root.hasEntryCaseInsensitive("Workbook") || root.hasEntryCaseInsensitive("Book")) {
                return DocumentType.XLS;
            }
            if (root.hasEntryCaseInsensitive("PowerPoint Document")) {
                return DocumentType.PPT;
            }
        }
        throw unsupported("application/x-ole-storage");
    }

    private static DocumentType zipType(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.getEntry("word/document.xml") != null) {
                return DocumentType.DOCX;
            }
            if (zip.getEntry("xl/workbook.xml") != null) {
                return DocumentType.XLSX;
            }
            if (zip.getEntry("ppt/presentation.xml") != null) {
                return DocumentType.PPTX;
            }
            if (zip.getEntry("OFD.xml") != null) {
                return DocumentType.OFD;
            }
        } catch (ZipException e) {
            throw new ServiceErrorException(40422, "file is corrupted: " + e.getMessage());
        }
        throw unsupported("application/zip");
    }

    private DocumentType plainType(Path file, String fileName) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        }
        String detected = tika.detect(head);
        String mime = detected.equals("application/octet-stream") ? textOrRefusal(head) : detected;
        return switch (mime) {
            case "application/pdf" -> DocumentType.PDF;
            case "image/png" -> DocumentType.PNG;
            case "image/jpeg" -> DocumentType.JPG;
            case "image/bmp" -> DocumentType.BMP;
            case "image/tiff" -> DocumentType.TIFF;
            case "image/webp" -> DocumentType.WEBP;
            case "text/html", "application/xhtml+xml" -> DocumentType.HTML;
            case "message/rfc822", "multipart/related" -> DocumentType.MHTML;
            default -> textType(mime, head, fileName).orElseThrow(() -> unsupported(mime));
        };
    }

    /** Old encodings have no ASCII that would show them as text, but no control characters either. */
    private static String textOrRefusal(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < ' ' && !Character.isWhitespace(b)) {
                throw new ServiceErrorException(
                        40425,
                        "input file format not supported: the bytes are of no known type (application/octet-stream)");
            }
        }
        return "text/plain";
    }

    private static Optional<DocumentType> textType(String mime, byte[] head, String fileName) {
        if (!mime.startsWith("text/")) {
            return Optional.empty();
        }
        String start = new String(head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        if (start.contains("mime-version:") && start.contains("multipart/related")) {
            return Optional.of(DocumentType.MHTML);
        }
        if (fileName.endsWith(".csv")) {
            return Optional.of(DocumentType.CSV);
        }
        boolean html = fileName.endsWith(".html") || fileName.endsWith(".htm");
        return Optional.of(html ? DocumentType.HTML : DocumentType.TXT);
    }

    private static ServiceErrorException unsupported(String mime) {
        return new ServiceErrorException(40303, "unsupported file type: " + mime);
    }
}
