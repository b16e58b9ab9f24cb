/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.ReceivedCall;
import io.docproc.test.RequestDocument;
import java.util.ArrayList;
import java.util.List;

/** Received calls in the order of their responses. Thread-safe. */
public final class CallLog {
    private static final long MAX_CONTENT_BYTES = 64L * 1024 * 1024;

    private final List<ReceivedCall> calls = new ArrayList<>();
    private long contentBytes;

    synchronized void add(ReceivedCall call) {
        long size =
                call.request().document().map(RequestDocument::retainedBytes).orElse(0L);
        boolean kept = contentBytes + size <= MAX_CONTENT_BYTES;
        contentBytes += kept ? size : 0;
        calls.add(call.withDocument(kept ? RequestDocument::completed : RequestDocument::withoutContent));
    }

    /** Returns all calls. */
    public synchronized List<ReceivedCall> all() {
        return List.copyOf(calls);
    }
}
