/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.InTurn;
import io.docproc.local.LocalServiceOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Exchange;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Documents that failed are moved with their reason. */
class DeadLetterTest {
    private static final String FUNDS =
            "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":9,\"available_balance\":9}}";

    @TempDir
    Path home;

    @ParameterizedTest
    @EachDsl
    void aPermanentFailureIsMovedToTheDeadLetterFolderWithItsReason(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=50011", "dead-letter/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).hasSize(5).containsOnly("50011");
            assertThat(fixture.redeliveries()).containsExactly(1, 2, 3, 4);
            assertThat(fixture.read("dead-letter/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("dead-letter/a.txt.note.txt"))
                    .contains("operation: extract\n", "code: 50011\n")
                    .containsPattern("request id: \\S+\n");
            assertThat(fixture.names("inbox")).isEmpty();
        });
    }

    @ParameterizedTest
    @EachDsl
    void anUnreadableDocumentIsMovedToTheDeadLetterFolderAfterOneCall(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=40422", "failed/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40422");
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("failed/a.txt.note.txt")).contains("code: 40422\n");
        });
    }

    @ParameterizedTest
    @EachDsl
    void aPasswordProtectedDocumentIsMovedForManualProcessing(Dsl dsl) throws Exception {
        ErrorFixture.run(
                home, dsl, "operation=extract,kind=code,code=40423", "needs-password/a.txt.note.txt", fixture -> {
                    assertThat(fixture.calls("extract")).containsExactly("40423");
                    assertThat(fixture.read("needs-password/a.txt")).isEqualTo(ErrorFixture.CONTENT);
                });
    }

    @ParameterizedTest
    @EachDsl
    void aResultThatCannotBeStoredIsBilledOnceAndItsOriginalKept(Dsl dsl) throws Exception {
        Files.createFile(home.resolve("outbox"));
        ErrorFixture.run(home, dsl, "operation=crop,kind=code,code=500", "dead-letter/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("200");
            assertThat(fixture.redeliveries()).containsExactly(1, 2, 3, 4);
            assertThat(fixture.read("dead-letter/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("dead-letter/a.txt.note.txt"))
                    .startsWith("message: ")
                    .contains("outbox");
        });
    }

    @ParameterizedTest
    @EachDsl
    void anotherDocumentOfTheSameNameReplacesNeitherOriginalNorNote(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=40422", "failed/a.txt.note.txt", fixture -> {
            fixture.put("a.txt", "another, and longer: " + ErrorFixture.CONTENT);
            await().until(() -> fixture.names("failed").size() == 4);

            assertThat(fixture.names("failed")).containsExactly("a.txt", "a.txt", "a.txt.note.txt", "a.txt.note.txt");
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
        });
    }

    @ParameterizedTest
    @EachDsl
    void anotherDocumentOfTheSameNameReplacesNoResult(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=crop,kind=code,code=500", "outbox/a.txt.json", fixture -> {
            fixture.put("a.txt", "another, and longer: " + ErrorFixture.CONTENT);
            await().until(() -> fixture.names("outbox").size() == 2);

            assertThat(fixture.calls("extract")).containsExactly("200", "200");
        });
    }

    @Test
    void thePartThatWasReadIsUsedAndTheOriginalKept() throws Exception {
        String partial = "{\"code\":50207,\"message\":\"page 2 failed\",\"x_request_id\":\"r-1\",\"result\":"
                + "{\"success_count\":1,\"extracted_schema\":{\"invoice_number\":\"INV-7\"}}}";
        for (Dsl dsl : Dsl.values()) {
            try (ErrorFixture fixture = ErrorFixture.of(home, dsl);
                    FixedResponses service = FixedResponses.start("/user/finance/balance", FUNDS, "/", partial);
                    ErrorApplication application = fixture.drop(dsl + ".txt").application(service.baseUrl())) {
                application.start();
                fixture.awaitFile("outbox/" + dsl + ".txt.partial.json");
                await().until(() -> fixture.names("inbox").isEmpty());

                assertThat(fixture.read("outbox/" + dsl + ".txt.partial.json"))
                        .isEqualTo("{\"invoice_number\":\"INV-7\"}");
                assertThat(fixture.read("partial/" + dsl + ".txt")).isEqualTo(ErrorFixture.CONTENT);
                assertThat(fixture.read("partial/" + dsl + ".txt.note.txt")).contains("code: 50207\n", "page 2 failed");
                assertThat(service.calls("/ai/service/v3/entity_extraction")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @InTurn({"yaml", "xml"})
    void aDeadLetterInAQueueHasItsReasonInHeadersAndItsContent(String dsl) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        application -> loadQueueRecipes(application, dsl),
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=40004,message=no such option");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            ConsumerTemplate queue = application.main().getCamelContext().createConsumerTemplate();
            Exchange deadLetter = queue.receive("seda:dead-letters", 10_000);

            assertThat(deadLetter.getMessage().getBody(byte[].class))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(ErrorFixture.CONTENT);
            assertThat(deadLetter.getMessage().getHeaders())
                    .containsEntry("docprocFolder", "dead-letter")
                    .containsEntry("docprocOperation", "extract")
                    .containsEntry("docprocCode", 40004)
                    .containsEntry("docprocMessage", "no such option")
                    .containsEntry("CamelFileName", "a.txt")
                    .hasEntrySatisfying(
                            "docprocRequestId", id -> assertThat(id.toString()).isNotBlank());
            assertThat(fixture.calls("extract")).containsExactly("40004");

            queue.doneUoW(deadLetter);
            await().until(() -> fixture.names("inbox").isEmpty());
        }
    }

    /** Why {@code application.properties} switches it on; when this fails, the documentation has a trap too many. */
    @Test
    void withoutTheOriginalMessageNoDeadLetterIsStoredAndTheDocumentStays() throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home, Dsl.YAML::load, new LocalServiceOptions(), "operation=extract,kind=code,code=40422");
                ErrorApplication application = fixture.drop("a.txt")
                        .application(fixture.baseUrl())
                        .set("camel.main.allow-use-original-message", false)
                        .start()) {
            await().until(() -> fixture.calls("extract").size() > 2);

            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
            assertThat(fixture.names("inbox")).containsExactly("a.txt");
            assertThat(fixture.names("failed")).isEmpty();
        }
    }

    private static void loadQueueRecipes(ExampleMain application, String dsl) {
        application.set("docproc.dsl", dsl);
        application.routes(Stream.concat(
                        Stream.of(ExampleMain.SHARED_ROUTES, "dead-letter-queue/dead-letter-queue"),
                        Stream.of("documents", "account", "inbox", "failed", "funds")
                                .map(recipe -> "error-handling/" + recipe))
                .toArray(String[]::new));
    }
}
