/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.RotatingValueSource;
import io.docproc.local.LocalServiceOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Documents that failed are moved with their reason. */
class DeadLetterTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @EachDsl
    void aServerErrorIsRetriedByTheCall(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=50011,times=1", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("50011", "200");
            assertThat(fixture.names("failed")).isEmpty();
        });
    }

    @ParameterizedTest
    @EachDsl
    void aCallThatMayHaveBeenBilledIsMadeOnce(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=drop,at=response", "failed/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).hasSize(1);
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("failed/a.txt.note.txt")).contains("extract: no response");
        });
    }

    @ParameterizedTest
    @EachDsl
    void anUnreadableDocumentIsMovedToTheDeadLetterFolderAfterOneCall(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=40422", "failed/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40422");
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("failed/a.txt.note.txt")).contains("extract: 40422", "requestId=");
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
    void anOriginalWhoseResultCannotBeStoredIsKeptAndMovedBackItIsNotBilledAgain(Dsl dsl) throws Exception {
        Path inTheWay = Files.createFile(home.resolve("outbox"));
        ErrorFixture.run(home, dsl, "operation=crop,kind=code,code=500", "failed/a.txt.note.txt", fixture -> {
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("failed/a.txt.note.txt")).contains("outbox");

            Files.delete(inTheWay);
            Files.move(home.resolve(ErrorFixture.versioned("failed/a.txt")), home.resolve("inbox/a.txt"));
            // The copy has another version.
            await().until(() -> fixture.names("outbox").size() == 1);

            assertThat(fixture.calls("extract")).containsExactly("200");
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
                    FixedResponses service = FixedResponses.start("/", partial);
                    ErrorApplication application = fixture.drop(dsl + ".txt").application(service.baseUrl())) {
                application.start();
                fixture.awaitFile("outbox/" + dsl + ".txt.partial.json");
                await().until(() -> fixture.names("inbox").isEmpty());

                assertThat(fixture.read("outbox/" + dsl + ".txt.partial.json"))
                        .isEqualTo("{\"invoice_number\":\"INV-7\"}");
                assertThat(fixture.read("partial/" + dsl + ".txt")).isEqualTo(ErrorFixture.CONTENT);
                assertThat(fixture.read("partial/" + dsl + ".txt.note.txt"))
                        .contains("extract: 50207", "page 2 failed");
                assertThat(service.calls("/ai/service/v3/entity_extraction")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aDeadLetterInAQueueHasItsReasonInHeadersAndItsContent(String dsl) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        application -> loadQueueRecipes(application, dsl),
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=40004,message=no such option");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            ConsumerTemplate queue = application.main().getCamelContext().createConsumerTemplate();
            Exchange deadLetter = queue.receive("seda:dead-letters", 60_000);

            assertThat(deadLetter.getMessage().getBody(byte[].class))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(ErrorFixture.CONTENT);
            assertThat(deadLetter.getMessage().getHeaders())
                    .containsEntry("docprocFolder", "failed")
                    .containsEntry("docprocCode", 40004)
                    .containsEntry("CamelFileName", "a.txt")
                    .hasEntrySatisfying("docprocMessage", message -> assertThat(message.toString())
                            .startsWith("extract: 40004 no such option"))
                    .hasEntrySatisfying(
                            "docprocRequestId", id -> assertThat(id.toString()).isNotBlank());
            assertThat(fixture.calls("extract")).containsExactly("40004");

            queue.doneUoW(deadLetter);
            await().until(() -> fixture.names("inbox").isEmpty());
        }
    }

    private static void loadQueueRecipes(ExampleMain application, String dsl) {
        application.set("docproc.dsl", dsl);
        application.routes("error-handling/inbox", "dead-letter-queue/dead-letter-queue");
    }
}
