/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.local.LocalServiceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.ServiceStatus;
import org.apache.camel.model.ToDefinition;
import org.apache.camel.spi.InterceptStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents stay in the inbox while the account cannot be used. */
class AccountErrorTest {
    private static final int REFUSALS = 6;

    @TempDir
    Path home;

    @ParameterizedTest
    @EachDsl
    void overTheRateLimitADocumentWaitsInTheInboxAndIsNotRetried(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=qps,times=1", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40306", "200");
            assertThat(fixture.redeliveries()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource({"YAML,40003", "XML,40102", "JAVA,40306"})
    void anAccountErrorLeavesDocumentsInTheInboxUntilTheAccountWorksAgain(Dsl dsl, int code) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        dsl::load,
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

    @Tag("endurance")
    @ParameterizedTest
    @CsvSource({
        "XML,40003",
        "JAVA,40003",
        "YAML,40102",
        "JAVA,40102",
        "YAML,40306",
        "XML,40306",
        "YAML,40008",
        "XML,40008",
        "JAVA,40008"
    })
    void eachAccountErrorLeavesDocumentsInTheInbox(Dsl dsl, int code) throws Exception {
        anAccountErrorLeavesDocumentsInTheInboxUntilTheAccountWorksAgain(dsl, code);
    }

    @ParameterizedTest
    @EachDsl
    void aDocumentWhosePollerStopsBeforeItsCallStaysInTheInbox(Dsl dsl) throws Exception {
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
        try (ErrorFixture fixture = ErrorFixture.of(home, dsl);
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
}
