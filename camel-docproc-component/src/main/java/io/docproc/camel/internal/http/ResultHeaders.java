/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.Optional;
import org.apache.camel.Exchange;

/** The {@link ResultHeader}s of an exchange. Not thread-safe. */
public final class ResultHeaders {
    private final Exchange exchange;

    /** @param exchange the exchange whose message has the headers */
    public ResultHeaders(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Removes the result headers of earlier calls. */
    public void clear() {
        for (ResultHeader header : ResultHeader.values()) {
            exchange.getMessage().removeHeader(header.headerName());
        }
    }

    /** Sets a header. */
    public void set(ResultHeader header, Object value) {
        exchange.getMessage().setHeader(header.headerName(), value);
    }

    /** Sets a header, or removes it if the response does not contain the value. */
    public void set(ResultHeader header, Optional<?> value) {
        if (value.isPresent()) {
            set(header, value.get());
        } else {
            exchange.getMessage().removeHeader(header.headerName());
        }
    }
}
