/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.output;

import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Message;

/** Headers that the parts of a message inherit: the present headers of the message until it is detached. Thread-safe. */
final class InheritedHeaders {
    private Message message;
    private Map<String, Object> detached = Map.of();

    InheritedHeaders(Message message) {
        this.message = message;
    }

    /** Adds the headers to those of a part. */
    synchronized void addTo(Map<String, Object> headers) {
        headers.putAll(message == null ? detached : message.getHeaders());
    }

    /** Keeps the present headers of the message, which is reused for another exchange. */
    synchronized void detach() {
        detached = new HashMap<>(message.getHeaders());
        message = null;
    }
}
