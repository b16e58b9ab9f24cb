/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.spi.HeaderFilterStrategy;

/**
 * HTTP headers that cross between message and service: none, unless the endpoint has a header filter strategy, and never
 * one that carries credentials or frames a request.
 */
final class HttpHeaders {
    private static final String CREDENTIALS = "x-ti-";
    private static final String CAMEL = "camel";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<String> FRAMING = Set.of(
            "host",
            "content-length",
            "content-type",
            "content-encoding",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "cookie",
            "set-cookie",
            "authorization",
            "proxy-authorization",
            "proxy-connection");

    private final HeaderFilterStrategy filter;
    private final Message message;
    private final Exchange exchange;
    private Map<String, String> answer = Map.of();

    HttpHeaders(HeaderFilterStrategy filter, Message message, Exchange exchange) {
        this.filter = filter;
        this.message = message;
        this.exchange = exchange;
    }

    /** The message headers to send along. */
    Map<String, String> toService() {
        if (filter == null) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        message.getHeaders().forEach((name, value) -> {
            String text = value == null
                    ? null
                    : exchange.getContext().getTypeConverter().tryConvertTo(String.class, value);
            if (text != null && mayCross(name) && !filter.applyFilterToCamelHeaders(name, value, exchange)) {
                headers.put(name, text.replaceAll("\\p{Cntrl}+", " "));
            }
        });
        return headers;
    }

    /** Notes what the service sent back with its answer. */
    void answered(Map<String, String> headers) {
        answer = headers;
    }

    /** Takes over what the service sent back, once the answer turned out to be a success. */
    void fromService() {
        if (filter != null) {
            answer.forEach((name, value) -> {
                if (mayCross(name) && !filter.applyFilterToExternalHeaders(name, value, exchange)) {
                    message.setHeader(name, value);
                }
            });
        }
    }

    private static boolean mayCross(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return TOKEN.matcher(name).matches()
                && !lower.startsWith(CREDENTIALS)
                && !lower.startsWith(CAMEL)
                && !FRAMING.contains(lower);
    }
}
