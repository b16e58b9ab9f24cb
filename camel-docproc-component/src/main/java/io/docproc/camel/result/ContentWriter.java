/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;

/**
 * Stream of content that is being written. {@link #close()} has no effect; {@link #commit} and {@link #discard} close
 * it.
 */
abstract class ContentWriter extends OutputStream {

    @Override
    public final void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public abstract void write(byte[] bytes, int offset, int count) throws IOException;

    /** Makes the content durable, and then visible in one atomic step. */
    abstract void commit(Instant storedAt) throws IOException;

    /** Deletes the content that was written. */
    abstract void discard() throws IOException;
}
