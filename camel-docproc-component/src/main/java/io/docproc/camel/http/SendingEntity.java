/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * Sends a body at the pace that is due, and remembers whether any of it was handed to a connection: only until then is a
 * call surely not billed.
 */
final class SendingEntity extends HttpEntityWrapper {
    /** More than a connection gathers before it sends. */
    private static final int BUFFERED = 16 * 1024;

    private final RunningCall call;
    private final Pace pace;
    private volatile boolean started;

    SendingEntity(HttpEntity body, RunningCall call, Pace pace) {
        super(body);
        this.call = call;
        this.pace = pace;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        FirstBytes first = new FirstBytes(out, call.awaitSending(pace));
        super.writeTo(first);
        first.complete();
    }

    boolean started() {
        return started;
    }

    /** Tells when the first bytes have surely gone out. */
    private final class FirstBytes extends FilterOutputStream {
        private final Runnable sent;
        private long written;
        private boolean told;

        FirstBytes(OutputStream out, Runnable sent) {
            super(out);
            this.sent = sent;
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single});
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            started = true;
            out.write(bytes, offset, count);
            written += count;
            if (!told && written > BUFFERED) {
                tell();
            }
        }

        /** A short body may still be waiting for more. */
        void complete() throws IOException {
            started = true;
            if (!told) {
                flush();
                tell();
            }
        }

        private void tell() {
            told = true;
            sent.run();
        }
    }
}
