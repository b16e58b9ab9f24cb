/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.servlet.CamelHttpTransportServlet;
import org.apache.camel.component.undertow.CamelUndertowHttpHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents from routes that start at an HTTP server; each server has its own body type. */
class HttpServerDocumentTest {
    private static final int LARGE = 2 * 1024 * 1024 + 7;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Server servletServer = new Server();
    private int port;

    @BeforeEach
    void respond() {
        port = FreePort.next();
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        service.respondWith(Replies.EXTRACT_PATH, Replies.EXTRACT);
        service.respondWith(Replies.PARSE_PATH, Replies.PARSE);
        service.respondWith("/api/v1/xparse/parse/async", "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
    }

    @AfterEach
    void stopServlets() throws Exception {
        servletServer.stop();
    }

    static Stream<Arguments> requests() {
        return Stream.of("netty-http", "undertow", "jetty", "platform-http", "servlet")
                .flatMap(server -> Stream.of(true, false).flatMap(caching -> Stream.of(100, LARGE)
                        .map(length -> Arguments.of(server, caching, length))));
    }

    @ParameterizedTest(name = "{0}, stream caching {1}, {2} bytes")
    @CoversFault(49)
    @MethodSource("requests")
    void aDocumentFromAnHttpRequestIsSentCompletely(String server, boolean streamCaching, int length) throws Exception {
        byte[] document = Arrays.copyOf(Samples.pdf(), length);
        service.context().setStreamCaching(streamCaching);
        for (String operation : new String[] {"crop", "extract", "parseSync", "parseAsync"}) {
            serve(server, operation);

            HttpResponse<byte[]> response = post("/" + operation, body(server, document));

            assertThat(response.statusCode()).as(operation).isEqualTo(200);
            assertThat(received(operation, document)).as(operation).isTrue();
            service.server().resetRequests();
        }
    }

    /**
     * Returns a body without length for Undertow, which checks a length before a handler of the route can raise the
     * limit; Camel has no option for that limit.
     */
    private static BodyPublisher body(String server, byte[] document) {
        return server.equals("undertow")
                ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(document))
                : BodyPublishers.ofByteArray(document);
    }

    /** Handler that raises Undertow's limit for request bodies. */
    private static final class MaxEntitySize implements CamelUndertowHttpHandler {
        private HttpHandler next;

        @Override
        public void setNext(HttpHandler nextHandler) {
            next = nextHandler;
        }

        @Override
        public void handleRequest(HttpServerExchange exchange) throws Exception {
            exchange.setMaxEntitySize(2L * LARGE);
            next.handleRequest(exchange);
        }
    }

    private boolean received(String operation, byte[] document) {
        Request request = service.onlyRequest();
        if (operation.equals("crop")) {
            return Arrays.equals(request.getBody(), document);
        }
        return operation.equals("extract")
                ? request.getBodyAsString().contains(Base64.getEncoder().encodeToString(document))
                : Arrays.equals(request.getPart("file").getBody().asBytes(), document);
    }

    private void serve(String server, String operation) throws Exception {
        CamelContext context = service.context();
        if (server.equals("platform-http") && context.hasService(MainHttpServer.class) == null) {
            port = TestContexts.startHttpServer(context);
        }
        if (server.equals("servlet") && !servletServer.isStarted()) {
            startServlets();
        }
        context.getRegistry().bind("maxEntitySize", new MaxEntitySize());
        String path = "/" + operation;
        String uri =
                switch (server) {
                    case "netty-http" ->
                        "netty-http:http://localhost:" + port + path + "?chunkedMaxContentLength=" + 2 * LARGE;
                    case "undertow" ->
                        "undertow:http://localhost:" + port + path + "?useStreaming=true&handlers=#maxEntitySize";
                    case "jetty" -> "jetty:http://localhost:" + port + path;
                    default -> server + ":" + path;
                };
        RouteBuilder.addRoutes(context, routes -> routes.from(uri)
                .setHeader(DocprocConstants.SCHEMA, routes.constant(Replies.SCHEMA))
                .to("docproc:" + operation));
    }

    private void startServlets() throws Exception {
        ServerConnector connector = new ServerConnector(servletServer);
        connector.setHost("localhost");
        connector.setPort(port);
        servletServer.addConnector(connector);
        ServletContextHandler handler = new ServletContextHandler();
        ServletHolder camel = new ServletHolder("CamelServlet", new CamelHttpTransportServlet());
        camel.setAsyncSupported(true);
        camel.setInitOrder(1);
        handler.addServlet(camel, "/*");
        servletServer.setHandler(handler);
        servletServer.start();
    }

    private HttpResponse<byte[]> post(String path, BodyPublisher body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/octet-stream")
                .POST(body)
                .build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, BodyHandlers.ofByteArray());
    }
}
