/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.local.recognition.Tesseract;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.poi.EncryptedDocumentException;

/**
 * Reads documents of all formats. Scans and photos are read by text recognition; without it their pages have no text.
 *
 * <p>The format is detected from the content. Positions in PDF and OFD pages are points, in images pixels. Documents of
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
            if (!EncryptedOffice.isEncrypted(file)) {
                return readPlain(file, fileName, options);
            }
            Path plain = Files.createTempFile("docproc-", ".plain");
            try {
                EncryptedOffice.decrypt(file, options.password(), plain);
                return readPlain(plain, fileName, options);
            } finally {
                Files.delete(plain);
            }
        } catch (ServiceErrorException e) {
            throw e;
        } catch (EncryptedDocumentException e) {
            throw EncryptedOffice.passwordRequired();
        } catch (IOException | RuntimeException e) {
            // The libraries throw many kinds of unchecked exceptions for corrupted files.
            throw corrupted(e);
        }
    }

    private Document readPlain(Path file, String fileName, ReadOptions options) throws IOException {
        if (Files.size(file) == 0) {
            throw new ServiceErrorException(40422, "file is corrupted: it is empty");
        }
        DocumentType type = DocumentTypeDetector.detect(file, fileName);
        return readerFor(type).read(file, type, options);
    }

    private DocumentReader readerFor(DocumentType type) {
        return switch (type) {
            case PDF -> new PdfReader(recognizer);
            case OFD -> new OfdReader();
            case PNG, JPG, BMP, TIFF, WEBP -> new ImageReader(recognizer);
            case DOC, DOCX -> new WordReader();
            case XLS, XLSX -> new SheetReader();
            case PPT, PPTX -> new SlidesReader();
            case HTML -> new HtmlReader();
            case MHTML -> new MhtmlReader();
            case CSV -> new CsvReader();
            case TXT -> new TextReader();
        };
    }

    private static ServiceErrorException corrupted(Exception cause) {
        ServiceErrorException exception = new ServiceErrorException(40422, "file is corrupted: " + cause.getMessage());
        exception.initCause(cause);
        return exception;
    }
}
