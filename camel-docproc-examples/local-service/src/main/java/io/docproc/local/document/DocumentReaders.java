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
 * Reads documents of all formats into one model. Scans and photos are read by text recognition; without it their pages
 * have no text.
 *
 * <p>The type of a file is determined by its bytes. A PDF and an OFD page have true positions in points, an image in
 * pixels. All other formats have no pages or positions: they are laid out by {@link SyntheticLayout}.
 */
public final class DocumentReaders {
    private final Optional<Tesseract> tesseract;
    private final PageRecognizer recognizer;

    /** Readers without text recognition. */
    public DocumentReaders() {
        this(Optional.empty());
    }

    /** @param tesseract recognizes the text of scans and photos, if present */
    public DocumentReaders(Optional<Tesseract> tesseract) {
        this.tesseract = tesseract;
        this.recognizer = new PageRecognizer(tesseract);
    }

    /** Returns true if scans and photos are read. */
    public boolean recognizesText() {
        return tesseract.isPresent();
    }

    /**
     * @param fileName tells apart formats that are all plain text
     * @throws ServiceErrorException 40303 or 40425 when the type is not taken, 40304 for image dimensions out of range, 40422
     *     when the file is broken, 40423 when a password is missing or wrong, 40424 when the pages asked for do not exist, 500
     *     when text recognition fails
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
            // The libraries report broken files with many kinds of unchecked exceptions.
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
        ServiceErrorException refusal = new ServiceErrorException(40422, "file is corrupted: " + cause.getMessage());
        refusal.initCause(cause);
        return refusal;
    }
}
