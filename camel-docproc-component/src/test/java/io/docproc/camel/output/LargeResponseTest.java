/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses of 500 MB, with pages of 1 MB, in a heap of 32 MB, and with a result repository. */
@Timeout(300)
@Tag("endurance")
class LargeResponseTest {
    private static final int ELEMENTS = 12_500;
    private static final int ELEMENTS_OF_PAGE = 50;
    private static final String TEXT = "a".repeat(20_000);

    @TempDir
    Path directory;

    /** Makes a call, and prints the number of parts of its result, or of its bytes. */
    static final class Application {
        private Application() {}

        public static void main(String[] arguments) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", Application::respond);
            server.start();
            try (DefaultCamelContext context = new DefaultCamelContext()) {
                DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
                ServiceDouble.configure(
                        component.getConfiguration(),
                        "http://localhost:" + server.getAddress().getPort());
                FileResultRepository repository = new FileResultRepository(arguments[1]);
                repository.setMaxSize(Long.MAX_VALUE);
                component.setResultRepository(repository);
                context.start();
                Exchange exchange = context.createProducerTemplate()
                        .request("docproc:" + arguments[0], message -> message.getMessage()
                                .setBody(Replies.DOCUMENT));
                System.out.println(exchange.getException() == null ? count(exchange) : exchange.getException());
            } finally {
                server.stop(0);
            }
        }

        private static long count(Exchange exchange) throws IOException {
            if (exchange.getMessage().getBody() instanceof Iterable<?> parts) {
                long count = 0;
                for (Object part : parts) {
                    // An element may be null.
                    count += part == null || part instanceof Map || part instanceof PageMarkdown ? 1 : 0;
                }
                return count;
            }
            try (InputStream in = exchange.getMessage().getBody(InputStream.class)) {
                return in.transferTo(OutputStream.nullOutputStream());
            }
        }

        private static void respond(HttpExchange exchange) throws IOException {
            boolean isImage = exchange.getRequestURI().getPath().equals("/image");
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(200, 0);
            try (exchange;
                    OutputStream out = exchange.getResponseBody()) {
                out.write(
                        ("{\"code\":200,\"data\":{\"" + (isImage ? "image" : "markdown") + "\":\"").getBytes(US_ASCII));
                for (int count = 0; count < ELEMENTS; count++) {
                    out.write((TEXT + (isImage ? "" : "\\n")).getBytes(US_ASCII));
                }
                out.write((isImage ? "\"" : "\",\"elements\":[null").getBytes(US_ASCII));
                for (int count = 0; !isImage && count < ELEMENTS; count++) {
                    String element =
                            ",{\"page_number\":" + (1 + count / ELEMENTS_OF_PAGE) + ",\"text\":\"" + TEXT + "\"}";
                    out.write(element.getBytes(US_ASCII));
                }
                out.write((isImage ? "}}" : "]}}").getBytes(US_ASCII));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "parseSync?output=elements, 12501",
        "parseSync?output=markdown, 250012500",
        "parseSync?output=pageMarkdown, 250",
        "call?servicePath=/image&output=bytes, 187500000"
    })
    void aResponseOf500MegabytesPassesThroughAHeapOf32(String uri, long count) throws Exception {
        List<String> printed =
                ChildProcess.output(List.of("-Xmx32m"), Map.of(), Application.class, uri, directory.toString());

        assertThat(printed).contains(String.valueOf(count));
    }
}
