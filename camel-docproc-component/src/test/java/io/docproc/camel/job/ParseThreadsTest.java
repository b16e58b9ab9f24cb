/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.util.concurrent.ThreadType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many documents at once with {@code threads}: their jobs complete only when all are submitted, and only two calls may be in
 * flight. A wait that held a permit, or the carrier of a virtual thread, would never end.
 */
@Timeout(300)
class ParseThreadsTest {
    private static final int DOCUMENTS = 100;

    /** Camel reads once in a JVM whether its threads are virtual, so each type runs in a JVM of its own. */
    static final class Application {
        private static final String JOBS = "/api/v1/xparse/parse/async";

        private final AtomicInteger submitted = new AtomicInteger();
        private final AtomicInteger polls = new AtomicInteger();
        private final CountDownLatch parsed = new CountDownLatch(DOCUMENTS);
        private String url;

        private Application() {}

        public static void main(String[] arguments) throws Exception {
            new Application().run();
        }

        private void run() throws Exception {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            url = "http://localhost:" + server.getAddress().getPort();
            ExecutorService threads = Executors.newCachedThreadPool();
            server.setExecutor(threads);
            server.createContext("/", this::respond);
            server.start();
            try (DefaultCamelContext context = TestContexts.create()) {
                DocprocComponent component = new DocprocComponent();
                ServiceDouble.configure(component.getConfiguration(), url);
                component.getConfiguration().setMaxConcurrentRequests(2);
                context.addComponent("docproc", component);
                RouteBuilder.addRoutes(context, routes -> routes.from("seda:in")
                        .threads(DOCUMENTS, DOCUMENTS)
                        .maxQueueSize(0)
                        .to("docproc:parse")
                        .process(exchange -> parsed.countDown()));
                context.start();
                long start = System.nanoTime();
                for (int document = 0; document < DOCUMENTS; document++) {
                    byte[] pdf = new String(Replies.DOCUMENT, StandardCharsets.ISO_8859_1)
                            .concat("% " + document)
                            .getBytes(StandardCharsets.ISO_8859_1);
                    context.createProducerTemplate().sendBody("seda:in", pdf);
                }
                boolean isDone = parsed.await(4, TimeUnit.MINUTES);
                System.out.println(ThreadType.current() + " threads: " + (isDone ? "all" : "not all") + " of "
                        + submitted + " documents");
                System.out.println(
                        Duration.ofNanos(System.nanoTime() - start).toMillis() + " ms, " + polls + " status requests");
            } finally {
                server.stop(0);
                threads.shutdownNow();
            }
        }

        private void respond(HttpExchange exchange) throws IOException {
            String path = exchange.getRequestURI().getPath();
            exchange.getRequestBody().readAllBytes();
            String json;
            if (path.equals(JOBS)) {
                json = "{\"code\":200,\"data\":{\"job_id\":\"" + submitted.incrementAndGet() + "\"}}";
            } else if (path.startsWith(JOBS)) {
                polls.incrementAndGet();
                String status = submitted.get() < DOCUMENTS ? "in_progress" : "completed";
                json = "{\"code\":200,\"data\":{\"status\":\"" + status + "\",\"result_url\":\"" + url + "/result\"}}";
            } else {
                json = "{\"markdown\":\"# A\"}";
            }
            byte[] response = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
            exchange.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadType.class)
    void documentsThatWaitHoldNeitherPermitsNorCarriers(ThreadType type) throws Exception {
        boolean isVirtual = type == ThreadType.VIRTUAL && Runtime.version().feature() >= 21;
        List<String> lines = ChildProcess.output(
                List.of("-Dcamel.threads.virtual.enabled=" + isVirtual), Map.of(), Application.class);

        assertThat(lines)
                .contains((isVirtual ? "VIRTUAL" : "PLATFORM") + " threads: all of " + DOCUMENTS + " documents");
    }
}
