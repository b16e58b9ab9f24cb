/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.netty.channel.ChannelHandlerContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.component.platform.http.vertx.HttpMessage;

/**
 * Detects whether the HTTP client that waits for an exchange has closed its connection. camel-netty-http and
 * camel-platform-http-vertx report this. The consumer of camel-undertow does not expose its connection, and the servlet
 * API cannot detect it.
 *
 * <p>Both libraries are optional. Their classes are loaded only for exchanges that they have created.
 */
public final class HttpClientConnections {
    private static final String NETTY_CONTEXT = "CamelNettyChannelHandlerContext";
    private static final String VERTX_MESSAGE = "org.apache.camel.component.platform.http.vertx.HttpMessage";

    private HttpClientConnections() {}

    /**
     * Returns whether the HTTP client has closed its connection. Returns false if this is unknown, and for copies of an
     * exchange, for example of a wire tap. Copies are processed independently of the client.
     */
    public static boolean isClosed(Exchange exchange) {
        if (!exchange.getPattern().isOutCapable() || exchange.getProperty(ExchangePropertyKey.CORRELATION_ID) != null) {
            return false;
        }
        Message message = exchange.getMessage();
        Object context = message.getHeader(NETTY_CONTEXT);
        if (context != null) {
            return Netty.isClosed(context);
        }
        return message.getClass().getName().equals(VERTX_MESSAGE) && Vertx.isClosed(message);
    }

    private static final class Netty {
        static boolean isClosed(Object context) {
            return context instanceof ChannelHandlerContext netty
                    && !netty.channel().isActive();
        }
    }

    private static final class Vertx {
        static boolean isClosed(Message message) {
            return message instanceof HttpMessage vertx && vertx.getResponse().closed();
        }
    }
}
