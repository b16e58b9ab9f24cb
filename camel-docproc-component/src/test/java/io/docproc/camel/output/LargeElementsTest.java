/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of 500 MB, in a heap of 32 MB, with pages of 1 MB. */
@Timeout(300)
@Tag("endurance")
class LargeElementsTest {
    private static final int ELEMENTS = 12_500;
    private static final int ELEMENTS_OF_PAGE = 50;
    private static final String TEXT = "a".repeat(20_000);

    /** Parses a document with the output of its argument, splits it, and prints the number of parts. */
    static final class LargeResult {
        private LargeResult() {}

        public static void main(String[] arguments) throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", LargeResult::respond);
            server.start();
            AtomicInteger parts = new AtomicInteger();
            try (DefaultCamelContext context = new DefaultCamelContext()) {
                context.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:parse")
                                .to("docproc:parseSync?appId=a&secretCode=b&output=" + arguments[0]
                                        + "&baseUrl=http://localhost:"
                                        + server.getAddress().getPort())
                                .split(arguments[0].equals("markdown") ? body().tokenize("\n") : body())
                                .streaming()
                                .process(exchange -> parts.incrementAndGet())
                                .end();
                    }
                });
                context.start();
                context.createProducerTemplate().sendBody("direct:parse", Replies.DOCUMENT);
                System.out.println(parts);
            } finally {
                server.stop(0);
            }
        }

        private static void respond(HttpExchange exchange) throws IOException {
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(200, 0);
            try (exchange;
                    OutputStream out = exchange.getResponseBody()) {
                out.write("{\"code\":200,\"data\":{\"markdown\":\"".getBytes(US_ASCII));
                for (int count = 0; count < ELEMENTS; count++) {
                    out.write((TEXT + "\\n").getBytes(US_ASCII));
                }
                out.write("\",\"elements\":[null".getBytes(US_ASCII));
                for (int count = 0; count < ELEMENTS; count++) {
                    String element =
                            ",{\"page_number\":" + (1 + count / ELEMENTS_OF_PAGE) + ",\"text\":\"" + TEXT + "\"}";
                    out.write(element.getBytes(US_ASCII));
                }
                out.write("]}}".getBytes(US_ASCII));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"elements,12501", "markdown,12500", "pageMarkdown,250"})
    void aResultOf500MegabytesIsSplitInAHeapOf32(String output, int parts) throws Exception {
        List<String> printed = ChildProcess.output(List.of("-Xmx32m"), Map.of(), LargeResult.class, output);

        assertThat(printed).contains(String.valueOf(parts));
    }
}
