/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * The {@link ResultHeader}s of an exchange. A header that the component has set is never an option of a later call. One
 * that the route author has set may be. Both may have the same name and text, so {@link OwnHeaderValues} distinguishes
 * them by identity. Not thread-safe.
 */
public final class ResultHeaders {
    private final Exchange exchange;
    private final OwnHeaderValues own;

    /** @param exchange the exchange whose message has the headers */
    public ResultHeaders(Exchange exchange) {
        this.exchange = exchange;
        this.own = OwnHeaderValues.of(exchange.getContext());
    }

    /** Removes the result headers of earlier calls. An option that the route author has set stays. */
    public void clear() {
        Message message = exchange.getMessage();
        for (ResultHeader header : ResultHeader.values()) {
            if (!isAuthorOption(header)) {
                message.removeHeader(header.headerName());
            }
        }
    }

    /** Sets a header; an option of the route author with the same value stays the author's. */
    public void set(ResultHeader header, Object value) {
        Message message = exchange.getMessage();
        boolean isSetByAuthor = isAuthorOption(header) && value.equals(message.getHeader(header.headerName()));
        if (!isSetByAuthor) {
            Object unique = value instanceof String text ? copy(text) : value;
            message.setHeader(header.headerName(), unique);
            if (header.isOption()) {
                own.add(header, unique);
            }
        }
    }

    /**
     * Sets a header, or removes it if the response does not contain the value. An option of the route author is not
     * removed.
     */
    public void set(ResultHeader header, Optional<?> value) {
        if (value.isPresent()) {
            set(header, value.get());
        } else if (!isAuthorOption(header)) {
            exchange.getMessage().removeHeader(header.headerName());
        }
    }

    private boolean isAuthorOption(ResultHeader header) {
        Object value = exchange.getMessage().getHeader(header.headerName());
        return header.isOption() && value != null && !own.contains(header, value);
    }

    /** Returns an equal text of another identity, because the route author may have set the same object. */
    private static String copy(String text) {
        return String.valueOf(text.toCharArray());
    }
}
