/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.document.Document;
import io.docproc.camel.internal.stream.ContentSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Adapts a document to the content of a request body. */
record DocumentSource(Document document) implements ContentSource {
    @Override
    public OptionalLong length() {
        return document.length();
    }

    @Override
    public boolean repeatable() {
        return document.repeatable();
    }

    @Override
    public InputStream open() throws IOException {
        return document.open();
    }
}
