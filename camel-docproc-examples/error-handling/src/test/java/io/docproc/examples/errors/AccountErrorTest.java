/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.AccountOutage;
import io.docproc.local.LocalServiceOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents wait while the account cannot be used. */
class AccountErrorTest {
    @TempDir
    Path home;

    @ParameterizedTest
    @CsvSource({"YAML,40003", "XML,40102", "JAVA,40008"})
    void documentsWaitInTheInboxUntilTheAccountWorksAgain(Dsl dsl, int code) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        try (ErrorFixture fixture =
                        new ErrorFixture(home, dsl::load, new LocalServiceOptions(), outage.fault("extract"));
                ErrorApplication application =
                        fixture.drop("a.txt", "b.txt", "c.txt").start()) {
            await().until(() -> fixture.names("inbox").isEmpty());

            assertThat(fixture.names("outbox")).containsExactly("a.txt.json", "b.txt.json", "c.txt.json");
            assertThat(fixture.names("failed")).isEmpty();
            assertThat(fixture.calls("extract"))
                    .as("two refusals, and one billed call: the documents are equal")
                    .containsExactly(String.valueOf(code), String.valueOf(code), "200");
        }
    }
}
