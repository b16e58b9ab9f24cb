/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Producers that Camel's cache evicts and stops while their calls are in flight. */
@Timeout(60)
class ProducerEvictionTest {
    private static final int DOCUMENTS = 12;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void delayResponses() {
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.okJson(Replies.CROP).withFixedDelay(300)));
    }

    private CamelContext context() {
        return service.context();
    }

    private void awaitEachBilledOnce(AtomicInteger results) {
        await().until(() -> results.get() == DOCUMENTS);
        await().until(() -> context().getInflightRepository().size() == 0);
        assertThat(service.server().getAllServeEvents()).hasSize(DOCUMENTS);
        assertThat(service.meters().gauge("docproc.calls.in.flight")).isZero();
    }

    @Test
    @CoversFault(48)
    void filesSentByToDAreBilledOnceDespiteEviction() throws Exception {
        AtomicInteger results = new AtomicInteger();
        for (int document = 0; document < DOCUMENTS; document++) {
            Files.write(folder.resolve(document + ".pdf"), Replies.DOCUMENT);
        }
        RouteBuilder.addRoutes(context(), routes -> routes.from("file:" + folder + "?initialDelay=0&delay=10")
                .toD("docproc:crop?jpegQuality=${random(1,100)}&enhanceMode=5", 1)
                .process(exchange -> results.incrementAndGet()));

        awaitEachBilledOnce(results);
    }

    @Test
    @CoversFault(48)
    void documentsOfATemplateAreBilledOnceDespiteEviction() throws Exception {
        AtomicInteger results = new AtomicInteger();
        try (ProducerTemplate template = context().createProducerTemplate(1)) {
            List<CompletableFuture<Object>> calls = IntStream.rangeClosed(1, DOCUMENTS)
                    .mapToObj(quality ->
                            template.asyncRequestBody("docproc:crop?jpegQuality=" + quality, (Object) Replies.DOCUMENT))
                    .toList();
            for (CompletableFuture<Object> call : calls) {
                assertThat(call.get()).isNotNull();
                results.incrementAndGet();
            }
        }

        awaitEachBilledOnce(results);
    }
}
