/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;

/** A part of a spool file as a stream that can be read again. */
final class SpooledStreamCache extends InputStream implements StreamCache {
    private final SpoolFile file;
    private final long from;
    private final long to;
    private long position;
    private InputStream in;

    SpooledStreamCache(SpoolFile file, long from, long to) {
        this.file = file;
        this.from = from;
        this.to = to;
        this.position = from;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (position >= to) {
            return -1;
        }
        if (in == null) {
            in = file.openAt(position);
        }
        int read = in.read(bytes, offset, (int) Math.min(count, to - position));
        position += Math.max(read, 0);
        return read;
    }

    @Override
    public int available() {
        return (int) Math.min(Integer.MAX_VALUE, to - position);
    }

    @Override
    public void close() {
        if (in != null) {
            file.close(in);
            in = null;
        }
    }

    @Override
    public void reset() {
        close();
        position = from;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        transferTo(out);
    }

    @Override
    public StreamCache copy(Exchange exchange) {
        file.keepFor(exchange);
        return new SpooledStreamCache(file, from, to);
    }

    @Override
    public boolean inMemory() {
        return false;
    }

    @Override
    public long length() {
        return to - from;
    }

    @Override
    public long position() {
        return position - from;
    }
}
