/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.local.LocalServiceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Redelivery of retryable calls, and of results that cannot be stored. */
class RedeliveryTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @EachDsl
    void aTemporaryFailureIsRetriedUntilItSucceeds(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=code,code=30203,times=2", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("30203", "30203", "200");
            assertThat(fixture.redeliveries()).containsExactly(1, 2);
            assertThat(fixture.names("inbox")).isEmpty();
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
    void aRedeliveryThatMayHaveBeenBilledIsNotRetried(Dsl dsl) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        dsl::load,
                        new LocalServiceOptions(),
                        "operation=extract,kind=code,code=30203,times=1",
                        "operation=extract,kind=drop,at=response,first=2,every=1");
                ErrorApplication application = fixture.drop("a.txt").start()) {
            fixture.awaitFile("failed/a.txt.note.txt");

            assertThat(fixture.calls("extract")).hasSize(2).startsWith("30203");
            assertThat(fixture.redeliveries()).containsExactly(1);
        }
    }

    @ParameterizedTest
    @EachDsl
    void aResultThatCannotBeStoredTemporarilyIsStoredLaterWithoutAnotherCall(Dsl dsl) throws Exception {
        Path inTheWay = Files.createFile(home.resolve("outbox"));
        try (ErrorFixture fixture = ErrorFixture.of(home, dsl);
                ErrorApplication application = fixture.drop("a.txt")
                        .application(fixture.baseUrl())
                        .set("docproc.redeliveryDelay", 200)
                        .start()) {
            await().until(() -> !fixture.redeliveries().isEmpty());
            Files.delete(inTheWay);
            fixture.awaitFile("outbox/a.txt.json");
            await().until(() -> fixture.names("inbox").isEmpty());

            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
            assertThat(fixture.calls("extract")).containsExactly("200");
            assertThat(fixture.names("failed")).isEmpty();
        }
    }
}
