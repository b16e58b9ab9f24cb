/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.camel.StreamCache;

/** A Camel stream cache, in memory or spooled to disk: one cursor, set back to the start each time. */
record CachedDocument(Optional<String> name, StreamCache cache, InputStream stream) implements Document {

    @Override
    public OptionalLong length() {
        // A stream cache says 0 also when it does not know.
        return cache.length() > 0 ? OptionalLong.of(cache.length()) : OptionalLong.empty();
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() throws IOException {
        cache.reset();
        return new DocumentStream(stream, "the stream cache", length());
    }
}
