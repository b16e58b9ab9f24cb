/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.ContentSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.camel.util.IOHelper;

/**
 * A source whose first bytes can be read into a small buffer before the request is sent. A slow or unreadable source
 * then delays or fails its call before anything is sent. Not thread-safe.
 */
final class PrefetchedSource {
    private final ContentSource source;
    private Optional<InputStream> prefetched = Optional.empty();

    PrefetchedSource(ContentSource source) {
        this.source = source;
    }

    /**
     * Opens the source and reads its first bytes. Has no effect if the stream for the next {@link #open()} is already
     * open.
     *
     * @throws ContentSourceException if the source cannot be read
     */
    void prefetch() {
        if (prefetched.isPresent()) {
            return;
        }
        try {
            BufferedInputStream stream = new BufferedInputStream(source.open());
            prefetched = Optional.of(stream);
            stream.mark(1);
            if (stream.read() >= 0) {
                stream.reset();
            }
        } catch (IOException e) {
            throw new ContentSourceException(e);
        }
    }

    /** Closes the stream if it was prefetched and not opened. */
    void discard() {
        prefetched.ifPresent(IOHelper::close);
        prefetched = Optional.empty();
    }

    /** Returns the source, for its properties. */
    ContentSource source() {
        return source;
    }

    /**
     * Opens the source, or returns the prefetched stream.
     *
     * @throws ContentSourceException if the source cannot be opened
     */
    InputStream open() {
        prefetch();
        InputStream stream = prefetched.orElseThrow();
        prefetched = Optional.empty();
        return stream;
    }
}
