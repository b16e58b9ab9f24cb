/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.spi.HeaderFilterStrategy;

/**
 * Copies HTTP headers between the message and the service, as far as the header filter strategy allows. Never copies
 * headers for credentials, cookies, message framing or connection control. Not thread-safe.
 */
public final class HeaderPropagation {
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<String> EXCLUDED = Set.of(
            ("x-ti-app-id x-ti-secret-code host content-length content-type content-encoding accept-encoding transfer-encoding connection keep-alive te trailer "
                            + "upgrade expect cookie set-cookie authorization proxy-authorization proxy-connection")
                    .split(" "));

    private final HeaderFilterStrategy filter;
    private final Exchange exchange;
    private Map<String, String> received = Map.of();

    /**
     * @param filter the header filter strategy of the endpoint
     * @param exchange the exchange whose message has the headers
     */
    public HeaderPropagation(HeaderFilterStrategy filter, Exchange exchange) {
        this.filter = filter;
        this.exchange = exchange;
    }

    /** Returns the message headers to send as HTTP headers. */
    public Map<String, String> toService() {
        Map<String, String> headers = new HashMap<>();
        exchange.getMessage().getHeaders().forEach((name, value) -> {
            String text = value == null
                    ? null
                    : exchange.getContext().getTypeConverter().tryConvertTo(String.class, value);
            if (text != null && isPropagated(name) && !filter.applyFilterToCamelHeaders(name, value, exchange)) {
                headers.put(name, text.replaceAll("\\p{Cntrl}+", " "));
            }
        });
        return headers;
    }

    /** Stores the HTTP headers of the response for {@link #fromService()}. */
    public void received(Map<String, String> headers) {
        received = headers;
    }

    /**
     * Copies the stored response headers to the message. To be called only after the response is known to report
     * success.
     */
    public void fromService() {
        received.forEach((name, value) -> {
            if (isPropagated(name) && !filter.applyFilterToExternalHeaders(name, value, exchange)) {
                exchange.getMessage().setHeader(name, value);
            }
        });
    }

    private static boolean isPropagated(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return TOKEN.matcher(name).matches() && !lower.startsWith("camel") && !EXCLUDED.contains(lower);
    }
}
