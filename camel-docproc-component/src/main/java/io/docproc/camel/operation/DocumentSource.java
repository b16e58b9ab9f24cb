/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.document.Document;
import io.docproc.camel.http.ContentSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** A document as the bytes of a request. */
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
