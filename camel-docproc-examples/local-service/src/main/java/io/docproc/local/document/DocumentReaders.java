/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.poi.EncryptedDocumentException;

/**
 * Reads every format that has a text layer into one model; an image is taken too, and honestly has no text.
 *
 * <p>What a file is, is told by its bytes. A PDF and an OFD page have true positions in points, an image has its size in
 * pixels. All other formats know no pages or positions: they are laid out by {@link SyntheticLayout}.
 */
public final class DocumentReaders {
    private final DocumentTypeDetector detector = new DocumentTypeDetector();

    /**
     * @param fileName tells apart formats that are all plain text
     * @throws ServiceErrorException 40303 or 40425 when the type is not taken, 40304 for image dimensions out of range, 40422
     *     when the file is broken, 40423 when a password is missing or wrong, 40424 when the pages asked for do not exist
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
        DocumentType type = detector.detect(file, fileName);
        return readerFor(type).read(file, type, options);
    }

    private static DocumentReader readerFor(DocumentType type) {
        return switch (type) {
            case PDF -> new PdfReader();
            case OFD -> new OfdReader();
            case PNG, JPG, BMP, TIFF, WEBP -> new ImageReader();
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
