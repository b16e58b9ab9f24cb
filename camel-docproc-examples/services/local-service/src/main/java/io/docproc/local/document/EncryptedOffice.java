/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.FileMagic;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/** Decryption of DOCX, XLSX and PPTX with a password. The encrypted file is in an OLE container. */
final class EncryptedOffice {
    private EncryptedOffice() {}

    static boolean isEncrypted(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            if (FileMagic.valueOf(in) != FileMagic.OLE2) {
                return false;
            }
        }
        try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
            return container.getRoot().hasEntryCaseInsensitive(Decryptor.DEFAULT_POIFS_ENTRY);
        }
    }

    /** Writes the decrypted file to {@code target}. */
    static void decrypt(Path file, Optional<String> password, Path target) throws IOException {
        try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
            Decryptor decryptor = Decryptor.getInstance(new EncryptionInfo(container));
            if (password.isEmpty() || !decryptor.verifyPassword(password.get())) {
                throw passwordRequired();
            }
            try (InputStream plain = decryptor.getDataStream(container)) {
                Files.copy(plain, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot be decrypted: " + e.getMessage(), e);
        }
    }

    static ServiceErrorException passwordRequired() {
        return new ServiceErrorException(40423, "password required or incorrect");
    }
}
