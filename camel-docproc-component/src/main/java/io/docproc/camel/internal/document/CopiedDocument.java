/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.document;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** A repeatable document that replaces a one-shot document. It reads a copy of the bytes. */
record CopiedDocument(Document original, CachedDocument copy) implements Document {

    @Override
    public Optional<String> name() {
        return original.name();
    }

    @Override
    public OptionalLong length() {
        return copy.length();
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public Optional<DocumentType> type() {
        return original.type();
    }

    @Override
    public InputStream open() throws IOException {
        return copy.open();
    }
}
