/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.docproc.examples.support.RotatingValueSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** A service that finds two pages in a photo, which the local service does not. */
class SeveralPagesJobTest {
    private static final String RESPONSE =
            """
            {"code":200,"message":"success","msg":"success","x_request_id":"r-1",
             "data":{"balance":1,"available_balance":1,"unavailable_balance":0,"list":[]},
             "result":{"origin_width":1500,"origin_height":2000,"image_list":[
              {"angle":0,"cropped_width":1,"cropped_height":1,"position":[1,1,9,1,9,9,1,9],"image":"Zmlyc3Q="},
              {"angle":0,"cropped_width":1,"cropped_height":1,"position":[11,1,19,1,19,9,11,9],"image":"c2Vjb25k"}]}}
            """;

    @TempDir
    private Path folder;

    private HttpServer service;

    @BeforeEach
    void start() throws IOException {
        byte[] response = RESPONSE.getBytes(StandardCharsets.UTF_8);
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void everyPageFoundInAPhotoIsKept(String dsl) throws Exception {
        JobFixture job = new JobFixture(folder)
                .with("docproc.dsl", dsl)
                .account("http://127.0.0.1:" + service.getAddress().getPort(), "app", "secret")
                .dropSample("photos/letter-in-shadow.jpg", "letters.jpg");

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(job.outbox("letters.jpg.jpg")).hasContent("first");
        assertThat(job.outbox("letters.jpg.2.jpg")).hasContent("second");
        assertThat(job.report()).contains("src=\"letters.jpg.jpg\"", "src=\"letters.jpg.2.jpg\"", "2 pages found");
    }
}
