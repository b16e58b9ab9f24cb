/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import jakarta.activation.DataHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** An attachment of a mail or an HTTP form. */
record AttachmentDocument(Optional<String> name, DataHandler content) implements Document {
    private static final String SUBJECT = "the attachment";

    @Override
    public OptionalLong length() {
        return OptionalLong.empty();
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() throws IOException {
        try {
            return new DocumentStream(content.getInputStream(), SUBJECT, length());
        } catch (IOException e) {
            throw new DocumentReadException(SUBJECT + " cannot be read: " + e.getMessage(), e);
        }
    }
}
