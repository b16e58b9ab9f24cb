/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.OptionalLong;

/** Returns exactly the expected number of bytes or throws an exception that names the document. Not thread-safe. */
final class DocumentStream extends InputStream {
    /** Additional check after the last byte has been read. */
    interface EndCheck {
        void run() throws IOException;
    }

    private final InputStream in;
    private final String subject;
    private final OptionalLong length;
    private final EndCheck endCheck;
    private long position;
    private boolean complete;

    DocumentStream(InputStream in, String subject, OptionalLong length) {
        this(in, subject, length, () -> {});
    }

    DocumentStream(InputStream in, String subject, OptionalLong length, EndCheck endCheck) {
        this.in = in;
        this.subject = subject;
        this.length = length;
        this.endCheck = endCheck;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, buffer.length);
        if (count == 0) {
            return 0;
        }
        if (complete) {
            return -1;
        }
        try {
            int read = in.read(buffer, offset, count);
            advance(read);
            return read;
        } catch (DocumentReadException e) {
            throw e;
        } catch (IOException e) {
            throw new DocumentReadException(subject + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void advance(int read) throws IOException {
        position += Math.max(read, 0);
        if (length.isEmpty()) {
            return;
        }
        long expected = length.getAsLong();
        if (read < 0 && position < expected) {
            throw new DocumentChangedException(subject + " shrank while it was read: it has " + position + " of "
                    + expected + " bytes; send a document only after it is completely written");
        }
        if (position >= expected) {
            // Checks for the end before the last bytes are returned: a reader that counts the bytes does not read
            // again.
            if (position > expected || in.read() >= 0) {
                throw new DocumentChangedException(subject + " grew while it was read: it has more than the expected "
                        + expected + " bytes; send a document only after it is completely written");
            }
            endCheck.run();
            complete = true;
        }
    }

    @Override
    public long skip(long count) throws IOException {
        long wanted = length.isPresent() ? Math.min(count, length.getAsLong() - position) : count;
        if (wanted <= 0) {
            return 0;
        }
        long skipped = in.skip(wanted);
        position += skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
