/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;

/** Document whose bytes cannot be read before the test opens the gate. */
public final class GatedStream extends InputStream {
    private final CountDownLatch gate;
    private final InputStream bytes;

    public GatedStream(CountDownLatch gate, InputStream bytes) {
        this.gate = gate;
        this.bytes = bytes;
    }

    @Override
    public int read() throws IOException {
        awaitGate();
        return bytes.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
        awaitGate();
        return bytes.read(buffer, offset, count);
    }

    private void awaitGate() throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
