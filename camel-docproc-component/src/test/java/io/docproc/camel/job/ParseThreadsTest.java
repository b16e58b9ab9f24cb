/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.util.concurrent.ThreadType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many documents at once with {@code threads}: their jobs complete only when all are submitted, and only two calls may be in
 * flight. A wait that held a permit, or the carrier of a virtual thread, would never end.
 */
@Timeout(300)
class ParseThreadsTest {
    private static final int DOCUMENTS = 100;
    private static final String JOBS = "/api/v1/xparse/parse/async";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Camel reads once in a JVM whether its threads are virtual, so each type runs in a JVM of its own. */
    static final class Application {
        private Application() {}

        public static void main(String[] arguments) throws Exception {
            CountDownLatch parsed = new CountDownLatch(DOCUMENTS);
            try (DefaultCamelContext context = TestContexts.create()) {
                DocprocComponent component = new DocprocComponent();
                ServiceDouble.configure(component.getConfiguration(), arguments[0]);
                component.getConfiguration().setMaxConcurrentRequests(2);
                context.addComponent("docproc", component);
                RouteBuilder.addRoutes(context, routes -> routes.from("seda:in")
                        .threads(DOCUMENTS, DOCUMENTS)
                        .maxQueueSize(0)
                        .to("docproc:parse")
                        .process(exchange -> parsed.countDown()));
                context.start();
                for (int document = 0; document < DOCUMENTS; document++) {
                    byte[] pdf = new String(Replies.DOCUMENT, StandardCharsets.ISO_8859_1)
                            .concat("% " + document)
                            .getBytes(StandardCharsets.ISO_8859_1);
                    context.createProducerTemplate().sendBody("seda:in", pdf);
                }
                System.out.println(
                        ThreadType.current() + " threads: " + (parsed.await(4, TimeUnit.MINUTES) ? "all" : "not all"));
            }
        }
    }

    private static String job(String status, String url) {
        return "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"" + status + "\",\"result_url\":\"" + url
                + "/result\"}}";
    }

    @ParameterizedTest
    @EnumSource(ThreadType.class)
    void documentsThatWaitHoldNeitherPermitsNorCarriers(ThreadType type) throws Exception {
        boolean isVirtual = type == ThreadType.VIRTUAL && Runtime.version().feature() >= 21;
        String url = service.server().baseUrl();
        service.respondWith(JOBS, job("pending", url));
        service.respondWith(JOBS + "/job-1", job("in_progress", url));
        service.respondWith("/result", "{\"markdown\":\"# A\"}");
        CompletableFuture<Void> completion = CompletableFuture.runAsync(() -> {
            await().atMost(4, TimeUnit.MINUTES)
                    .until(() -> service.server()
                                    .findAll(WireMock.postRequestedFor(WireMock.urlEqualTo(JOBS)))
                                    .size()
                            == DOCUMENTS);
            service.respondWith(JOBS + "/job-1", job("completed", url));
        });

        List<String> lines = ChildProcess.output(
                List.of("-Dcamel.threads.virtual.enabled=" + isVirtual), Map.of(), Application.class, url);

        completion.join();
        assertThat(lines).contains((isVirtual ? "VIRTUAL" : "PLATFORM") + " threads: all");
    }
}
