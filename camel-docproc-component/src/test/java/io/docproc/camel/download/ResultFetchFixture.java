/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Webhook consumer whose route downloads and records the downloaded results. */
abstract class ResultFetchFixture {
    static final String DOCUMENT = "{ \"markdown\":\"# März\",\"elements\":[1,2] }";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    @TempDir
    Path spoolDirectory;

    final CopyOnWriteArrayList<Object> bodies = new CopyOnWriteArrayList<>();

    @BeforeEach
    void useTheService() {
        server.component().getConfiguration().setBaseUrl(service.server().baseUrl());
        server.context().getStreamCachingStrategy().setSpoolDirectory(spoolDirectory.toFile());
    }

    void run(String options) throws Exception {
        RouteBuilder.addRoutes(server.context(), routes -> {
            routes.errorHandler(routes.noErrorHandler());
            routes.from("docproc:webhook")
                    .routeId("completions")
                    .to("docproc:parseResult?output=document" + options)
                    .process(this::record);
        });
        server.context().start();
    }

    private void record(Exchange exchange) throws IOException {
        Object body = exchange.getMessage().getBody();
        if (body instanceof StreamCache) {
            try (InputStream in = exchange.getMessage().getBody(InputStream.class)) {
                body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
        bodies.add(body);
    }

    int complete(String resultUrl) throws Exception {
        return server.post(
                        server.signed("a.pdf"),
                        "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + resultUrl + "\"}")
                .statusCode();
    }

    String result() {
        return service.server().baseUrl() + "/results/1";
    }
}
