/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A large document and a large result, with a result repository. */
@Timeout(120)
class LargeStoredResultTest {
    private static final int SIZE = (Matrix.isFull() ? 50 : 10) * 1024 * 1024;
    private static final byte[] FILLER = new byte[64 * 1024];

    static {
        Arrays.fill(FILLER, (byte) 'a');
    }

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong received = new AtomicLong();
    private HttpServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
        Replies.configure(service, docproc -> {
            docproc.getConfiguration()
                    .setBaseUrl("http://localhost:" + server.getAddress().getPort());
            docproc.setResultRepository(new FileResultRepository(directory));
        });
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:parse").streamCache("false").to("docproc:parseSync");
            }
        });
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private void respond(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        try (exchange;
                InputStream in = exchange.getRequestBody()) {
            received.addAndGet(in.transferTo(OutputStream.nullOutputStream()));
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write("{\"code\":200,\"data\":{\"pages\":[\"".getBytes(StandardCharsets.US_ASCII));
                for (int written = 0; written < SIZE; written += FILLER.length) {
                    out.write(FILLER);
                    out.write("\",\"".getBytes(StandardCharsets.US_ASCII));
                }
                out.write("\"]}}".getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    @Test
    void aLargeStreamIsBilledOnceAndItsResultIsReadTwice() throws IOException {
        long expected = checksum(service.call("direct:parse", document()));
        Message stored = service.call("direct:parse", document());

        assertThat(stored.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(checksum(stored)).isEqualTo(expected);
        assertThat(calls).hasValue(1);
        assertThat(received.get()).isGreaterThan(SIZE);
    }

    private static InputStream document() {
        byte[] document = Arrays.copyOf(Replies.DOCUMENT, SIZE);
        return new FilterInputStream(new ByteArrayInputStream(document)) {
            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    private static long checksum(Message message) throws IOException {
        CRC32 checksum = new CRC32();
        try (InputStream in = new CheckedInputStream(message.getBody(InputStream.class), checksum)) {
            assertThat(in.transferTo(OutputStream.nullOutputStream())).isGreaterThan(SIZE);
        }
        return checksum.getValue();
    }
}
