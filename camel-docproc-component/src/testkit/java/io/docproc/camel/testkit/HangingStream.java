/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.util.concurrent.CountDownLatch;

/** Document whose read blocks after its first bytes until an interrupt. */
public final class HangingStream extends InputStream {
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final InputStream bytes;

    public HangingStream(byte[] prefix) {
        bytes = new SequenceInputStream(new ByteArrayInputStream(prefix), new HangingRemainder());
    }

    @Override
    public int read() throws IOException {
        return bytes.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int count) throws IOException {
        return bytes.read(buffer, offset, count);
    }

    /** Waits until a reader is blocked. */
    public void awaitHanging() throws InterruptedException {
        hanging.await();
    }

    private final class HangingRemainder extends InputStream {
        @Override
        public int read() throws IOException {
            hanging.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
            return -1;
        }
    }
}
