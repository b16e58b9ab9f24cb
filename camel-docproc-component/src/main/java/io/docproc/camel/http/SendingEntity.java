/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** Remembers whether any of a body was handed to a connection: only until then is a call surely not billed. */
final class SendingEntity extends HttpEntityWrapper {
    private final Pace pace;
    private volatile boolean started;

    SendingEntity(HttpEntity body, Pace pace) {
        super(body);
        this.pace = pace;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            pace.awaitSending();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the thread was interrupted before it sent anything");
        }
        started = true;
        super.writeTo(out);
    }

    boolean started() {
        return started;
    }
}
