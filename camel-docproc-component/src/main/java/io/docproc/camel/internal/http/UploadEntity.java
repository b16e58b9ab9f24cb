/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/** A request body whose upload stops when a response arrives early. */
final class UploadEntity extends HttpEntityWrapper {
    private final Supplier<Optional<EarlyResponse>> earlyResponse;

    /** @param earlyResponse monitors the connection during the upload; empty before the upload starts */
    UploadEntity(HttpEntity body, Supplier<Optional<EarlyResponse>> earlyResponse) {
        super(body);
        this.earlyResponse = earlyResponse;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        Optional<EarlyResponse> early = earlyResponse.get();
        try {
            super.writeTo(early.isPresent() ? new MonitoredStream(out, early.get()) : out);
        } catch (RuntimeException | Error e) {
            // Closing a chunked stream would write the last chunk. The service would then process and bill an
            // incomplete document.
            early.ifPresent(EarlyResponse::closeConnection);
            throw e;
        }
    }

    private static final class MonitoredStream extends FilterOutputStream {
        private final EarlyResponse earlyResponse;

        MonitoredStream(OutputStream out, EarlyResponse earlyResponse) {
            super(out);
            this.earlyResponse = earlyResponse;
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            earlyResponse.check();
            out.write(bytes, offset, count);
        }
    }
}
