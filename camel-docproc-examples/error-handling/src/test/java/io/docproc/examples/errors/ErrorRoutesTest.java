/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.local.LocalServiceOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Exchange;
import org.apache.camel.ServiceStatus;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.RedeliveryPolicyDefinition;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorRoutesTest {
    private static final int REFUSALS = 12;

    private static final String FUNDS =
            "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":9,\"available_balance\":9}}";

    @TempDir
    Path home;

    @ParameterizedTest
    @EnumSource
    void aTemporaryFailureIsRetriedUntilItSucceeds(Language language) throws Exception {
        run(language, "operation=extract,kind=code,code=30203,times=2", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("30203", "30203", "200");
            assertThat(fixture.redeliveries()).containsExactly(1, 2);
            assertThat(fixture.names("inbox")).isEmpty();
            assertThat(fixture.names("dead-letter")).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPermanentFailureIsMovedToTheDeadLetterFolderWithItsReason(Language language) throws Exception {
        run(language, "operation=extract,kind=code,code=50011", "dead-letter/a.txt.note.txt", fixture -> {
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
    @EnumSource
    void redeliveriesUseExponentialBackoffWithJitter(Language language) throws Exception {
        try (ErrorFixture fixture = fixture(language);
                ErrorApplication application = fixture.start()) {
            List<RouteConfigurationDefinition> recipes = application
                    .main()
                    .getCamelContext()
                    .getCamelContextExtension()
                    .getContextPlugin(ModelCamelContext.class)
                    .getRouteConfigurationDefinitions();
            RedeliveryPolicyDefinition policy = recipes.stream()
                    .filter(recipe -> recipe.getId().equals("redeliver"))
                    .findFirst()
                    .orElseThrow()
                    .getOnExceptions()
                    .get(0)
                    .getRedeliveryPolicyType();

            assertThat(policy.getUseExponentialBackOff()).isEqualTo("true");
            assertThat(Double.parseDouble(policy.getBackOffMultiplier())).isEqualTo(2);
            assertThat(policy.getUseCollisionAvoidance()).isEqualTo("true");
            assertThat(Double.parseDouble(policy.getCollisionAvoidanceFactor())).isEqualTo(0.25);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatMayHaveBeenBilledIsMadeOnce(Language language) throws Exception {
        run(language, "operation=extract,kind=drop,at=answer", "dead-letter/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).hasSize(1);
            assertThat(fixture.read("dead-letter/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("dead-letter/a.txt.note.txt")).contains("code: 0\n", "message: no response");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRedeliveryThatMayHaveBeenBilledIsNotRetried(Language language) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        language::load,
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=30203,times=1",
                        "operation=extract,kind=drop,at=answer,first=2,every=1");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            awaitFile("dead-letter/a.txt.note.txt");

            assertThat(fixture.calls("extract")).hasSize(2).startsWith("30203");
            assertThat(fixture.redeliveries()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUnreadableDocumentIsMovedToTheDeadLetterFolderAfterOneCall(Language language) throws Exception {
        run(language, "operation=extract,kind=code,code=40422", "failed/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40422");
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("failed/a.txt.note.txt")).contains("code: 40422\n");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPasswordProtectedDocumentIsMovedForManualProcessing(Language language) throws Exception {
        run(language, "operation=extract,kind=code,code=40423", "needs-password/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40423");
            assertThat(fixture.read("needs-password/a.txt")).isEqualTo(ErrorFixture.CONTENT);
        });
    }

    @ParameterizedTest
    @EnumSource
    void overTheRateLimitADocumentWaitsInTheInboxAndIsNotRetried(Language language) throws Exception {
        run(language, "operation=extract,kind=qps,times=1", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40306", "200");
            assertThat(fixture.redeliveries()).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatCannotBeStoredIsBilledOnceAndItsOriginalKept(Language language) throws Exception {
        Files.createFile(home.resolve("outbox"));
        run(language, "operation=crop,kind=code,code=500", "dead-letter/a.txt.note.txt", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("200");
            assertThat(fixture.redeliveries()).containsExactly(1, 2, 3, 4);
            assertThat(fixture.read("dead-letter/a.txt")).isEqualTo(ErrorFixture.CONTENT);
            assertThat(fixture.read("dead-letter/a.txt.note.txt"))
                    .startsWith("message: ")
                    .contains("outbox");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatCannotBeStoredTemporarilyIsStoredLaterWithoutAnotherCall(Language language) throws Exception {
        Path inTheWay = Files.createFile(home.resolve("outbox"));
        try (ErrorFixture fixture = fixture(language);
                ErrorApplication application = fixture.drop("a.txt")
                        .application(fixture.baseUrl())
                        .set("docproc.backOff", 200)
                        .start()) {
            await().until(() -> !fixture.redeliveries().isEmpty());
            Files.delete(inTheWay);
            awaitFile("outbox/a.txt.json");
            await().until(() -> fixture.names("inbox").isEmpty());

            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
            assertThat(fixture.calls("extract")).containsExactly("200");
            assertThat(fixture.names("dead-letter")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherDocumentOfTheSameNameReplacesNeitherOriginalNorNote(Language language) throws Exception {
        run(language, "operation=extract,kind=code,code=40422", "failed/a.txt.note.txt", fixture -> {
            fixture.put("a.txt", "another, and longer: " + ErrorFixture.CONTENT);
            await().until(() -> fixture.names("failed").size() == 4);

            assertThat(fixture.names("failed")).containsExactly("a.txt", "a.txt", "a.txt.note.txt", "a.txt.note.txt");
            assertThat(fixture.read("failed/a.txt")).isEqualTo(ErrorFixture.CONTENT);
        });
    }

    @ParameterizedTest
    @EnumSource
    void anotherDocumentOfTheSameNameReplacesNoResult(Language language) throws Exception {
        run(language, "operation=crop,kind=code,code=500", "outbox/a.txt.json", fixture -> {
            fixture.put("a.txt", "another, and longer: " + ErrorFixture.CONTENT);
            await().until(() -> fixture.names("outbox").size() == 2);

            assertThat(fixture.calls("extract")).containsExactly("200", "200");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "YAML,40003", "XML,40003", "JAVA,40003",
        "YAML,40102", "XML,40102", "JAVA,40102",
        "YAML,40306", "XML,40306", "JAVA,40306",
        "YAML,40008", "XML,40008", "JAVA,40008"
    })
    void anAccountErrorLeavesDocumentsInTheInboxUntilTheAccountWorksAgain(Language language, int code)
            throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        language::load,
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=%d,times=%d".formatted(code, REFUSALS));
                ErrorApplication application =
                        fixture.drop("a.txt", "b.txt", "c.txt").start()) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> fixture.names("inbox").isEmpty());

            assertThat(fixture.names("outbox")).containsExactly("a.txt.json", "b.txt.json", "c.txt.json");
            assertThat(fixture.names("dead-letter")).isEmpty();
            assertThat(fixture.calls("extract")).filteredOn("200"::equals).hasSize(3);
            assertThat(fixture.calls("extract"))
                    .filteredOn(String.valueOf(code)::equals)
                    .hasSize(REFUSALS);
            assertThat(fixture.calls("balance"))
                    .as("a poll after each request of the balance, which takes each document once")
                    .hasSizeGreaterThanOrEqualTo(REFUSALS / 3);
            assertThat(application.status("funds")).isEqualTo(ServiceStatus.Started);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentWhosePollerStopsBeforeItsCallStaysInTheInbox(Language language) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        InterceptStrategy stopped = (context, definition, target, next) ->
                definition instanceof ToDefinition to && to.getEndpointUri().startsWith("docproc:extract")
                        ? exchange -> {
                            calls.incrementAndGet();
                            throw DocprocTransportException.notSent(
                                    ServiceFailure.local("extract", 0, "route inbox was stopped"),
                                    new RejectedExecutionException());
                        }
                        : target;
        try (ErrorFixture fixture = fixture(language);
                ErrorApplication application = fixture.drop("a.txt")
                        .application(fixture.baseUrl())
                        .bind("stopped", stopped)
                        .start()) {
            await().until(() -> calls.get() > 1);

            assertThat(fixture.redeliveries()).isEmpty();
            assertThat(fixture.names("inbox")).containsExactly("a.txt");
            assertThat(fixture.names("dead-letter")).isEmpty();
            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
        }
    }

    @Test
    void thePartThatWasReadIsUsedAndTheOriginalKept() throws Exception {
        String partial = "{\"code\":50207,\"message\":\"page 2 failed\",\"x_request_id\":\"r-1\",\"result\":"
                + "{\"success_count\":1,\"extracted_schema\":{\"invoice_number\":\"INV-7\"}}}";
        for (Language language : Language.values()) {
            try (ErrorFixture fixture = fixture(language);
                    FixedResponses service = FixedResponses.start("/user/finance/balance", FUNDS, "/", partial);
                    ErrorApplication application =
                            fixture.drop(language + ".txt").application(service.baseUrl())) {
                application.start();
                awaitFile("outbox/" + language + ".txt.partial.json");
                await().until(() -> fixture.names("inbox").isEmpty());

                assertThat(fixture.read("outbox/" + language + ".txt.partial.json"))
                        .isEqualTo("{\"invoice_number\":\"INV-7\"}");
                assertThat(fixture.read("partial/" + language + ".txt")).isEqualTo(ErrorFixture.CONTENT);
                assertThat(fixture.read("partial/" + language + ".txt.note.txt"))
                        .contains("code: 50207\n", "page 2 failed");
                assertThat(service.calls("/ai/service/v3/entity_extraction")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aDeadLetterInAQueueHasItsReasonInHeadersAndItsContent(String language) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        main -> main.configure().withRoutesIncludePattern(queueRecipes(language)),
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=40004,message=no such option");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            ConsumerTemplate queue = application.main().getCamelContext().createConsumerTemplate();
            Exchange deadLetter = queue.receive("seda:dead-letters", 10_000);

            assertThat(deadLetter.getMessage().getBody(byte[].class))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(ErrorFixture.CONTENT);
            assertThat(deadLetter.getMessage().getHeaders())
                    .containsEntry("docprocPlace", "dead-letter")
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
                        home,
                        main -> {
                            Language.YAML.load(main);
                            main.addOverrideProperty("camel.main.allow-use-original-message", "false");
                        },
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=40004");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            await().until(() -> fixture.calls("extract").size() > 2);

            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
            assertThat(fixture.names("inbox")).containsExactly("a.txt");
            assertThat(fixture.names("dead-letter")).isEmpty();
        }
    }

    private static String queueRecipes(String language) {
        return Stream.of("redeliver", "documents", "account", "inbox", "funds", "dead-letter-queue")
                .map(recipe -> "classpath:routes/errors/" + recipe + "." + language)
                .collect(Collectors.joining(","));
    }

    private interface Then {
        void assertOn(ErrorFixture fixture) throws Exception;
    }

    /** Runs one document through the recipes until a file is there. */
    private void run(Language language, String fault, String file, Then then) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(home, language::load, new LocalServiceOptions(), fault);
                ErrorApplication application = fixture.drop("a.txt").start()) {
            awaitFile(file);
            await().until(() -> fixture.names("inbox").isEmpty());
            then.assertOn(fixture);
        }
    }

    private ErrorFixture fixture(Language language) throws Exception {
        return new ErrorFixture(home, language::load, new LocalServiceOptions());
    }

    private void awaitFile(String file) {
        await().until(() -> Files.exists(home.resolve(ErrorFixture.versioned(file))));
    }
}
