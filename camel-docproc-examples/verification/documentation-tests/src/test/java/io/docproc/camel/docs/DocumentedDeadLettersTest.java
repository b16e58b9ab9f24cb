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
import org.apache.camel.NamedNode;
import org.apache.camel.model.ToDefinition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Runs the route of the guide that handles errors and dead letters. */
@Timeout(120)
final class DocumentedDeadLettersTest extends DocumentedRoutesFixture {
    private static final int CALLS_OF_A_POLL = 5;

    @TempDir
    private Path inbox;

    private Path document;

    @BeforeEach
    void writeDocument() throws Exception {
        document = Files.write(inbox.resolve("order.pdf"), Replies.DOCUMENT);
        service.context().getPropertiesComponent().addInitialProperty("inbox", inbox.toString());
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "1");
    }

    @ParameterizedTest
    @EachDsl
    void aTemporaryFailureIsRetried(Dsl dsl) throws Exception {
        respondTwice(okJson("{\"code\":50011,\"message\":\"model timed out\"}"), okJson(Replies.EXTRACT));

        load(dsl);
        await().until(() -> !Files.exists(document));

        assertThat(outbox().resolve("order.pdf.json")).hasContent("{\"total\":\"12.50\"}");
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EachDsl
    void aRetryThatMayHaveBeenBilledIsTheLastOne(Dsl dsl) throws Exception {
        respondTwice(
                okJson("{\"code\":50011,\"message\":\"model timed out\"}"),
                aResponse().withFault(Fault.EMPTY_RESPONSE));

        assertDeadLetter(dsl, "order.pdf has failed at attempt 2", "DocprocTransportException");

        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @ParameterizedTest
    @EachDsl
    void aRejectedDocumentIsADeadLetterWithItsReason(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":40422,\"message\":\"file is corrupted\",\"x_request_id\":\"r-7\"}");

        assertDeadLetter(dsl, "order.pdf has failed at attempt 1", "40422", "r-7");

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aResultThatCannotBeStoredIsStoredLaterWithoutAnotherCall(Dsl dsl) throws Exception {
        service.respondWith(Replies.EXTRACT);
        Path occupied = Files.createDirectories(outbox().resolve("order.pdf.json/occupied"));
        try (CapturedLog log = new CapturedLog()) {
            load(dsl);
            await().until(() -> log.text().contains("order.pdf is redelivered, 3 of at most 1440 times"));
        }

        Files.delete(occupied);
        Files.delete(occupied.getParent());
        await().until(() -> !Files.exists(document));

        assertThat(outbox().resolve("order.pdf.json")).hasContent("{\"total\":\"12.50\"}");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentStaysInTheInboxIfARetryFailsWithAnAccountError(Dsl dsl) throws Exception {
        respondTwice(
                okJson("{\"code\":50011,\"message\":\"model timed out\"}"),
                okJson("{\"code\":40003,\"message\":\"insufficient balance\"}"));

        load(dsl);
        await().until(() -> service.server().getAllServeEvents().size() > 2);

        assertThat(document).exists();
        assertThat(outbox()).doesNotExist();
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentStaysInTheInboxDuringAnOutage(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":50011,\"message\":\"model timed out\"}");

        load(dsl);
        await().until(() -> service.server().getAllServeEvents().size() > CALLS_OF_A_POLL);

        assertThat(document).exists();
        assertThat(outbox()).doesNotExist();
    }

    @ParameterizedTest
    @EachDsl
    void aStopLeavesADocumentThatWaitsForItsRetryInTheInbox(Dsl dsl) throws Exception {
        service.context().getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "60000");
        service.respondWith("{\"code\":50011,\"message\":\"model timed out\"}");

        load(dsl);
        await().until(() -> !service.server().getAllServeEvents().isEmpty());
        service.context().stop();

        assertThat(service.context().getShutdownStrategy().isTimeoutOccurred()).isFalse();
        assertThat(document).exists();
        assertThat(outbox()).doesNotExist();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @EachDsl
    void anErrorLeavesTheDocumentsInTheInbox(Dsl dsl) throws Exception {
        service.respondWith(Replies.EXTRACT);
        service.context()
                .getCamelContextExtension()
                .addInterceptStrategy((context, step, processor, next) -> storesTheResult(step)
                        ? exchange -> {
                            throw new NoClassDefFoundError("com/example/Reader");
                        }
                        : processor);

        try (CapturedLog log = new CapturedLog()) {
            load(dsl);
            await().until(() -> log.text()
                    .contains("order.pdf stays in its folder and will be read again: "
                            + "java.lang.NoClassDefFoundError: com/example/Reader"));
        }

        assertThat(document).exists();
        assertThat(outbox()).doesNotExist();
    }

    private static boolean storesTheResult(NamedNode step) {
        return step instanceof ToDefinition to
                && to.getUri().startsWith("file:")
                && to.getUri().contains(".json");
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
        assertThat(outbox().resolve("failed/order.pdf")).hasBinaryContent(Replies.DOCUMENT);
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
