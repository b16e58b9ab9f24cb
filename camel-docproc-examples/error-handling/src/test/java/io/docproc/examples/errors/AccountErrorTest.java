/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.local.LocalServiceOptions;
import java.nio.file.Path;
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
    void aCallOverTheRateLimitIsMadeAgainAfterTheCooldown(Dsl dsl) throws Exception {
        ErrorFixture.run(home, dsl, "operation=extract,kind=qps,times=1", "outbox/a.txt.json", fixture -> {
            assertThat(fixture.calls("extract")).containsExactly("40306", "200");
            assertThat(fixture.redeliveries()).containsExactly(1);
        });
    }

    @ParameterizedTest
    @CsvSource({"YAML,40003", "XML,40102", "JAVA,40008"})
    void anAccountErrorLeavesDocumentsInTheInboxUntilTheAccountWorksAgain(Dsl dsl, int code) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                home,
                dsl::load,
                new LocalServiceOptions(),
                "operation=extract,kind=code,code=%d,times=%d".formatted(code, REFUSALS))) {
            fixture.drop("a.txt", "b.txt", "c.txt");
            try (ErrorApplication stopped = fixture.start()) {
                await().until(() -> !fixture.calls("extract").isEmpty());
            }
            assertThat(fixture.names("inbox")).hasSize(3);
            try (ErrorApplication restarted = fixture.start()) {
                await().until(() -> fixture.names("inbox").isEmpty());
            }

            assertThat(fixture.names("outbox")).containsExactly("a.txt.json", "b.txt.json", "c.txt.json");
            assertThat(fixture.names("failed")).isEmpty();
            assertThat(fixture.calls("extract")).filteredOn("200"::equals).hasSize(3);
            assertThat(fixture.calls("extract"))
                    .filteredOn(String.valueOf(code)::equals)
                    .hasSize(REFUSALS);
        }
    }
}
