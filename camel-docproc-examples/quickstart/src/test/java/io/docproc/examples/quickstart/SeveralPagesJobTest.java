/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.InTurn;
import io.undertow.Undertow;
import io.undertow.util.Headers;
import java.net.InetSocketAddress;
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

    private Undertow service;

    @BeforeEach
    void start() {
        service = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setHandler(exchange -> {
                    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
                    exchange.getResponseSender().send(RESPONSE);
                })
                .build();
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop();
    }

    @ParameterizedTest
    @InTurn({"yaml", "xml"})
    void everyPageFoundInAPhotoIsKept(String dsl) throws Exception {
        InetSocketAddress address =
                (InetSocketAddress) service.getListenerInfo().get(0).getAddress();
        JobFixture job = new JobFixture(folder)
                .with("docproc.dsl", dsl)
                .account("http://127.0.0.1:" + address.getPort(), "app", "secret")
                .dropSample("photos/letter-in-shadow.jpg", "letters.jpg");

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(job.outbox("letters.jpg.jpg")).hasContent("first");
        assertThat(job.outbox("letters.jpg.2.jpg")).hasContent("second");
        assertThat(job.report()).contains("src=\"letters.jpg.jpg\"", "src=\"letters.jpg.2.jpg\"", "2 pages found");
    }
}
