/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import org.apache.camel.util.IOHelper;

/**
 * Cursor over a part of spooled content. Holds a file handle only between reading the first and the last byte. Not
 * thread-safe.
 */
final class SpoolReader {
    private final SpooledContent content;
    private final long from;
    private final long to;
    private long position;
    private boolean endReported;
    private InputStream in;

    SpoolReader(SpooledContent content, long from, long to) {
        this.content = content;
        this.from = from;
        this.to = to;
        this.position = from;
    }

    int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (position >= to) {
            endReported = true;
            return -1;
        }
        if (in == null) {
            in = content.openAt(position);
        }
        int read = in.read(bytes, offset, (int) Math.min(count, to - position));
        position += Math.max(read, 0);
        if (position >= to) {
            closeContent();
        }
        return read;
    }

    long skip(long count) throws IOException {
        long wanted = Math.max(0, Math.min(count, to - position));
        long skipped = in == null ? wanted : in.skip(wanted);
        position += skipped;
        return skipped;
    }

    long position() {
        return position;
    }

    /** Returns whether reading has started and the end has not yet been reported as -1. */
    boolean isInUse() {
        return position > from && !endReported;
    }

    void rewind() {
        closeContent();
        position = from;
        endReported = false;
    }

    private void closeContent() {
        if (in != null) {
            IOHelper.close(in);
            in = null;
        }
    }
}
