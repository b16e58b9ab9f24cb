/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Replies;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs the route of the guide that handles errors and dead letters. */
@Timeout(120)
final class DocumentedDeadLettersTest extends DocumentedRoutesFixture {
    @TempDir
    private Path inbox;

    private Path document;

    @BeforeEach
    void writeDocument() throws Exception {
        document = Files.write(inbox.resolve("order.pdf"), Replies.DOCUMENT);
        service.context().getPropertiesComponent().addInitialProperty("inbox", inbox.toString());
    }

    @ParameterizedTest
    @EachDsl
    void theComponentRetriesATemporaryFailure(Dsl dsl) throws Exception {
        respondTwice(okJson("{\"code\":50011,\"message\":\"model timed out\"}"), okJson(Replies.EXTRACT));

        load(dsl);
        await().until(() -> !Files.exists(document));

        assertThat(outbox().resolve("order.pdf.json")).hasContent("{\"total\":\"12.50\"}");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EachDsl
    void aCallThatMayHaveBeenBilledIsNotRetried(Dsl dsl) throws Exception {
        respondTwice(aResponse().withFault(Fault.EMPTY_RESPONSE), okJson(Replies.EXTRACT));

        assertDeadLetter(dsl, "order.pdf", "DocprocTransportException");

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aRejectedDocumentIsADeadLetterWithItsReason(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":40422,\"message\":\"file is corrupted\",\"x_request_id\":\"r-7\"}");

        assertDeadLetter(dsl, "order.pdf", "40422", "r-7");

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentWhoseResultWasNotStoredIsMovedBackWithoutAnotherCall(Dsl dsl) throws Exception {
        service.respondWith(Replies.EXTRACT);
        Path occupied = Files.createDirectories(outbox().resolve("order.pdf.json/occupied"));
        load(dsl);
        await().until(() -> Files.exists(deadLetter()));

        Files.delete(occupied);
        Files.delete(occupied.getParent());
        Files.move(deadLetter(), document);
        await().until(() -> !Files.exists(document));

        assertThat(outbox().resolve("order.pdf.json")).hasContent("{\"total\":\"12.50\"}");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentOfAnOutageIsMovedBackAfterIt(Dsl dsl) throws Exception {
        service.component().setOutageTimeout(0);
        service.respondWith("{\"code\":50011,\"message\":\"model timed out\"}");
        load(dsl);
        await().until(() -> Files.exists(deadLetter()));

        service.respondWith(Replies.EXTRACT);
        Files.move(deadLetter(), document);
        await().until(() -> !Files.exists(document));

        assertThat(outbox().resolve("order.pdf.json")).hasContent("{\"total\":\"12.50\"}");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    private Path deadLetter() {
        return outbox().resolve("failed/order.pdf");
    }

    private void load(Dsl dsl) throws Exception {
        dsl.load(service.context(), "dead-letters", new DocumentedGuides.DeadLetters());
    }

    private void assertDeadLetter(Dsl dsl, String... reasons) throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            load(dsl);
            await().until(() -> !Files.exists(document));
            assertThat(log.text()).contains(reasons);
        }
        assertThat(deadLetter()).hasBinaryContent(Replies.DOCUMENT);
        assertThat(outbox().resolve("order.pdf.json")).doesNotExist();
    }

    private void respondTwice(ResponseDefinitionBuilder first, ResponseDefinitionBuilder second) {
        service.server()
                .stubFor(post(anyUrl())
                        .inScenario("retry")
                        .whenScenarioStateIs(STARTED)
                        .willSetStateTo("retried")
                        .willReturn(first));
        service.server()
                .stubFor(post(anyUrl())
                        .inScenario("retry")
                        .whenScenarioStateIs("retried")
                        .willReturn(second));
    }
}
