/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.DocumentRules;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.poi.poifs.filesystem.DirectoryNode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/** Detects the format of a document from its content. The file name distinguishes text formats only. */
final class DocumentTypeDetector {
    private static final String OLE_STORAGE = "application/x-ole-storage";
    private static final int FILE_TYPE = 40303;

    private DocumentTypeDetector() {}

    /**
     * Throws a {@link ServiceErrorException} with 40303 or 40425 for other formats, with 40422 for a corrupted
     * container.
     */
    static DocumentType detect(Path file, String fileName) throws IOException {
        String mediaType = DocumentRules.EXTRACTION.mediaType(file);
        DocumentType type = mediaType.equals(OLE_STORAGE) ? oleType(file) : DocumentType.of(mediaType);
        return type == DocumentType.TXT ? textType(fileName.toLowerCase(Locale.ROOT)) : type;
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
        throw new ServiceErrorException(
                FILE_TYPE, "unsupported file type: " + OLE_STORAGE + " without a doc, xls or ppt document");
    }

    private static DocumentType textType(String fileName) {
        if (fileName.endsWith(".csv")) {
            return DocumentType.CSV;
        }
        boolean html = fileName.endsWith(".html") || fileName.endsWith(".htm");
        return html ? DocumentType.HTML : DocumentType.TXT;
    }
}
