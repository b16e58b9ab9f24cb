/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.testkit.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of 100 MB and more to a {@code call}, in a heap that could not contain them. */
@Timeout(300)
@Tag("endurance")
class LargeCallTest {
    private static final int PIECES = 1_600;
    private static final byte[] PIECE = new byte[64 * 1024];
    private static final String BEFORE = "{\"code\":200,\"data\":[\"";
    private static final String AFTER = "\"]}";

    static {
        Arrays.fill(PIECE, (byte) 'a');
    }

    /** Receives a response with the output of its argument, and prints the number of bytes of the body. */
    static final class LargeResponse {
        private LargeResponse() {}

        public static void main(String[] arguments) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", LargeResponse::respond);
            server.start();
            try (DefaultCamelContext context = new DefaultCamelContext()) {
                context.start();
                System.out.println(length(context, server.getAddress().getPort(), arguments[0]));
            }
            System.exit(0);
        }

        private static void respond(HttpExchange exchange) throws IOException {
            boolean isImage = exchange.getRequestURI().getPath().equals("/image");
            exchange.sendResponseHeaders(200, 0);
            try (exchange;
                    OutputStream out = exchange.getResponseBody()) {
                out.write((isImage ? "{\"code\":200,\"data\":{\"image\":\"" : BEFORE).getBytes(US_ASCII));
                for (int piece = 0; piece < PIECES; piece++) {
                    out.write(PIECE);
                    out.write((isImage ? "" : "\",\"").getBytes(US_ASCII));
                }
                out.write((isImage ? "\"}}" : AFTER).getBytes(US_ASCII));
            }
        }

        private static long length(DefaultCamelContext context, int port, String output) throws IOException {
            Exchange exchange = context.createProducerTemplate()
                    .request(
                            "docproc:call?appId=a&secretCode=b&baseUrl=http://localhost:" + port + "&servicePath=/"
                                    + output + "&output=" + output.replace("image", "bytes"),
                            message -> {});
            if (exchange.getException() != null) {
                throw new IOException(exchange.getException());
            }
            if (((StreamCache) exchange.getMessage().getBody()).inMemory()) {
                throw new IOException("The body is in memory");
            }
            try (InputStream in = exchange.getMessage().getBody(InputStream.class)) {
                return in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "image", "document", "response"})
    void aResponseOf100MegabytesPassesThroughAHeapOf64(String output) throws Exception {
        List<String> printed = ChildProcess.output(List.of("-Xmx64m"), Map.of(), LargeResponse.class, output);

        assertThat(printed).contains(String.valueOf(expected(output)));
    }

    private static long expected(String output) {
        if (output.equals("image")) {
            return 3L * PIECES * PIECE.length / 4;
        }
        long data = PIECES * (PIECE.length + 3L) + 4;
        return output.equals("document") ? data : data + BEFORE.length() - 2 + AFTER.length() - 2;
    }
}
