/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("endurance")
class LargeDocumentTest {
    /** Just under the service's limit of 50 MB. */
    private static final int LINES = 49 * 1024;

    private static final String LINE = "Order No.: N-1 ".repeat(68) + "\n";
    private static final byte[] RESPONSE =
            """
            {"code":200,"message":"success","x_request_id":"r-1","status":"finished","result":{"success_count":1,
             "extracted_schema":{"invoice_number":"N-1"}}}
            """
                    .getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(strings = {"FTP", "SFTP"})
    void aDocumentThatDoesNotFitIntoMemoryPassesThroughServerAndRoute(Poller poller) throws Exception {
        AtomicLong received = new AtomicLong();
        HttpServer service = counting(received);
        try (PollerFixture example = new PollerFixture(poller, home)) {
            Path large = example.put("large.txt", "");
            try (OutputStream out = Files.newOutputStream(large)) {
                for (int line = 0; line < LINES; line++) {
                    out.write(LINE.getBytes(StandardCharsets.UTF_8));
                }
            }

            Process process = example.start(
                    "-Xmx40m",
                    "-Ddocproc.baseUrl=http://127.0.0.1:" + service.getAddress().getPort());

            assertThat(process.waitFor(5, TimeUnit.MINUTES))
                    .as(example.console())
                    .isTrue();
            assertThat(process.exitValue()).as(example.console()).isZero();
            assertThat(received.get()).isGreaterThan(Files.size(example.done("large.txt")) / 3 * 4);
            assertThat(example.result("large.txt")).content().contains("N-1");
        } finally {
            service.stop(0);
        }
    }

    private static HttpServer counting(AtomicLong received) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/", call -> {
            received.addAndGet(call.getRequestBody().transferTo(OutputStream.nullOutputStream()));
            call.getResponseHeaders().add("Content-Type", "application/json");
            call.sendResponseHeaders(200, RESPONSE.length);
            try (OutputStream body = call.getResponseBody()) {
                body.write(RESPONSE);
            }
        });
        server.start();
        return server;
    }
}
