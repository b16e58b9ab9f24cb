/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ResultHeader;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Result of a successful call.
 *
 * @param body the new message body
 * @param headers the values of the result headers; empty if the response does not contain a value
 */
public record OperationResult(Object body, Map<ResultHeader, Optional<?>> headers) {

    /** Returns a result with the headers of the envelope. */
    static OperationResult of(Object body, Envelope envelope) {
        Map<ResultHeader, Optional<?>> headers = new EnumMap<>(ResultHeader.class);
        headers.put(ResultHeader.CODE, Optional.of(envelope.code()));
        headers.put(ResultHeader.MESSAGE, Optional.of(envelope.message()));
        headers.put(ResultHeader.REQUEST_ID, text(envelope.requestId()));
        headers.put(ResultHeader.VERSION, text(envelope.version()));
        headers.put(ResultHeader.DURATION, envelope.duration());
        return new OperationResult(body, headers);
    }

    /** Returns a copy with one more header. */
    OperationResult with(ResultHeader header, Object value) {
        return with(header, Optional.of(value));
    }

    /** Returns a copy with one more header. An empty value means that the response does not contain it. */
    OperationResult with(ResultHeader header, Optional<?> value) {
        Map<ResultHeader, Optional<?>> more = new EnumMap<>(headers);
        more.put(header, value);
        return new OperationResult(body, more);
    }

    /** Returns the value of a header; empty for an empty text. */
    static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
