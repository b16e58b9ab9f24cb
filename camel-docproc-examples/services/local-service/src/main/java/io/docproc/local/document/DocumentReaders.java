/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.local.recognition.Tesseract;
import io.docproc.test.ServiceErrorException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.DocumentFactoryHelper;
import org.apache.poi.poifs.filesystem.FileMagic;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/**
 * Reads documents of all formats. Scans and photos are read by text recognition; without it their pages have no text.
 *
 * <p>The format is detected from the content; the file name distinguishes text formats only. Positions in PDF and OFD pages are points, in images pixels. Documents of
 * other formats have no positions and get a {@link SyntheticLayout}. Thread-safe.
 */
public final class DocumentReaders {
    private final Optional<Tesseract> tesseract;
    private final PageRecognizer recognizer;

    /** Creates readers without text recognition. */
    public DocumentReaders() {
        this(Optional.empty());
    }

    /** Creates readers that recognize the text of scans and photos with this program. */
    public DocumentReaders(Optional<Tesseract> tesseract) {
        this.tesseract = tesseract;
        this.recognizer = new PageRecognizer(tesseract);
    }

    /** Returns whether text recognition is available. */
    public boolean recognizesText() {
        return tesseract.isPresent();
    }

    /**
     * Reads a document.
     *
     * @param fileName distinguishes text formats
     * @throws ServiceErrorException 40303 or 40425 if the format is not accepted, 40304 for image dimensions out of
     *     range, 40422 if the file is corrupted, 40423 if a password is missing or wrong, 40424 if the selected pages
     *     do not exist, 500 if text recognition fails
     */
    public Document read(Path file, String fileName, ReadOptions options) {
        try {
            if (Files.size(file) == 0) {
                throw new ServiceErrorException(40422, "file is corrupted: it is empty");
            }
            if (!isOle(file)) {
                return readPlain(file, fileName, options);
            }
            try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
                DirectoryNode root = container.getRoot();
                return root.hasEntryCaseInsensitive(Decryptor.DEFAULT_POIFS_ENTRY)
                        ? readEncrypted(root, fileName, options)
                        : read(file, oleType(root), options);
            }
        } catch (ServiceErrorException e) {
            throw e;
        } catch (EncryptedDocumentException | InvalidPasswordException e) {
            throw new ServiceErrorException(40423, "password required or incorrect");
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The libraries throw many kinds of exceptions for corrupted files, and recurse endlessly into cyclic
            // fonts.
            ServiceErrorException corrupted = new ServiceErrorException(40422, "file is corrupted: " + e.getMessage());
            corrupted.initCause(e);
            throw corrupted;
        }
    }

    private static boolean isOle(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return FileMagic.valueOf(in) == FileMagic.OLE2;
        }
    }

    /** Reads a DOCX, XLSX or PPTX that is encrypted in an OLE container. */
    private Document readEncrypted(DirectoryNode root, String fileName, ReadOptions options) throws IOException {
        Path plain = Files.createTempFile("docproc-", ".plain");
        try (InputStream decrypted = DocumentFactoryHelper.getDecryptedStream(
                root, options.password().orElse(null))) {
            Files.copy(decrypted, plain, StandardCopyOption.REPLACE_EXISTING);
            return readPlain(plain, fileName, options);
        } finally {
            Files.delete(plain);
        }
    }

    private static DocumentType oleType(DirectoryNode root) {
        if (root.hasEntryCaseInsensitive("WordDocument")) {
            return DocumentType.DOC;
        }
        if (root.hasEntryCaseInsensitive("Workbook") || root.hasEntryCaseInsensitive("Book")) {
            return DocumentType.XLS;
        }
        if (root.hasEntryCaseInsensitive("PowerPoint Document")) {
            return DocumentType.PPT;
        }
        throw new ServiceErrorException(
                40303, "unsupported file type: application/x-ole-storage without a doc, xls or ppt document");
    }

    private Document readPlain(Path file, String fileName, ReadOptions options) throws IOException {
        DocumentType type = DocumentType.of(DocumentRules.EXTRACTION.mediaType(file));
        String name = fileName.toLowerCase(Locale.ROOT);
        if (type == DocumentType.TXT && name.endsWith(".csv")) {
            type = DocumentType.CSV;
        } else if (type == DocumentType.TXT && (name.endsWith(".html") || name.endsWith(".htm"))) {
            type = DocumentType.HTML;
        }
        return read(file, type, options);
    }

    private Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        DocumentReader reader =
                switch (type) {
                    case PDF -> new PdfReader(recognizer);
                    case OFD -> new OfdReader();
                    case PNG, JPG, BMP, TIFF, WEBP -> new ImageReader(recognizer);
                    case DOC, DOCX -> new WordReader();
                    case XLS, XLSX -> new SheetReader();
                    case PPT, PPTX -> new SlidesReader();
                    case HTML, MHTML -> new HtmlReader();
                    case CSV, TXT -> new TextReader();
                };
        return reader.read(file, type, options);
    }
}
