/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.local.LocalServiceOptions;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The poller stops when the account is empty, and starts when it is not any more. */
class FundsTest {
    private static final String[] DOCUMENTS = {"a.txt", "b.txt", "c.txt", "d.txt"};
    private static final String[] RESULTS = {"a.txt.json", "b.txt.json", "c.txt.json", "d.txt.json"};

    @TempDir
    Path home;

    @ParameterizedTest
    @EachDsl
    void anEmptyAccountStopsThePollerAndDocumentsStayInTheInbox(Dsl dsl) throws Exception {
        try (ErrorFixture fixture = twoPrepaidCalls(dsl);
                ErrorApplication application = fixture.drop(DOCUMENTS).start()) {
            awaitStop(fixture, application);

            assertThat(fixture.names("outbox")).hasSize(2);
            assertThat(fixture.names("inbox")).hasSize(2);
            assertThat(fixture.names("dead-letter")).isEmpty();
            assertThat(fixture.redeliveries()).isEmpty();
            assertThat(fixture.calls("extract")).containsOnly("200", "40003");
            assertThat(fixture.alarms())
                    .anySatisfy(alarm ->
                            assertThat(alarm).startsWith("The account is empty").contains("40003"));
        }
    }

    @ParameterizedTest
    @EachDsl
    void aTopUpRestartsThePoller(Dsl dsl) throws Exception {
        aTopUpRestartsThePoller(dsl, "{'balance': 5.00}");
    }

    @ParameterizedTest
    @EachDsl
    void aPackageRestartsThePoller(Dsl dsl) throws Exception {
        aTopUpRestartsThePoller(dsl, "{'package_calls': 10}");
    }

    private void aTopUpRestartsThePoller(Dsl dsl, String topUp) throws Exception {
        try (ErrorFixture fixture = twoPrepaidCalls(dsl);
                ErrorApplication application = fixture.drop(DOCUMENTS).start()) {
            awaitStop(fixture, application);

            fixture.topUp(topUp.replace('\'', '"'));
            await().until(() -> fixture.names("inbox").isEmpty());

            assertThat(fixture.names("outbox")).containsExactly(RESULTS);
            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Started);
        }
    }

    @ParameterizedTest
    @EachDsl
    void afterARestartWithAnEmptyAccountThePollerStaysStoppedUntilATopUp(Dsl dsl) throws Exception {
        try (ErrorFixture fixture = twoPrepaidCalls(dsl)) {
            try (ErrorApplication application = fixture.drop(DOCUMENTS).start()) {
                awaitStop(fixture, application);
            }
            int extractions = fixture.calls("extract").size();
            int packageRequests = fixture.calls("packages").size();
            try (ErrorApplication restarted = fixture.start()) {
                await().until(() -> fixture.calls("packages").size() >= packageRequests + 2);
                assertThat(restarted.status("inbox")).isEqualTo(ServiceStatus.Stopped);
                assertThat(fixture.calls("extract")).hasSize(extractions);
                assertThat(fixture.names("inbox")).hasSize(2);

                fixture.topUp("{\"balance\": 5.00}");
                await().until(() -> fixture.names("inbox").isEmpty());
                assertThat(fixture.names("outbox")).containsExactly(RESULTS);
            }
        }
    }

    @ParameterizedTest
    @EachDsl
    void theAccountIsNotPolledWhileThePollerRuns(Dsl dsl) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(home, dsl::load, new LocalServiceOptions());
                ErrorApplication application = fixture.drop(DOCUMENTS).start()) {
            await().until(() -> fixture.names("inbox").isEmpty());
            // Each run of the route funds is an exchange; it sends no request while the poller runs.
            long ran = fixture.runs("funds");
            await().until(() -> fixture.runs("funds") > ran + 2);

            assertThat(fixture.calls("balance")).hasSize(1);
            assertThat(fixture.calls("packages")).isEmpty();
        }
    }

    @ParameterizedTest
    @EachDsl
    void anUnreachableServiceIsPolledAgain(Dsl dsl) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(
                        home,
                        dsl::load,
                        new LocalServiceOptions(),
                        "operation=balance,kind=status,status=502,times=2");
                ErrorApplication application = fixture.drop(DOCUMENTS).start()) {
            await().until(() -> fixture.names("inbox").isEmpty());

            assertThat(fixture.calls("balance")).hasSize(3);
            assertThat(application.status("funds")).isEqualTo(ServiceStatus.Started);
        }
    }

    @ParameterizedTest
    @EachDsl
    void aMinimumBalanceMayHaveAFraction(Dsl dsl) throws Exception {
        LocalServiceOptions account =
                new LocalServiceOptions().packageCalls(0).availableBalance(new BigDecimal("0.04"));
        try (ErrorFixture fixture = new ErrorFixture(home, dsl::load, account);
                ErrorApplication application = fixture.drop(DOCUMENTS)
                        .application(fixture.baseUrl())
                        .set("docproc.minimumBalance", "0.22")
                        .start()) {
            await().until(() -> fixture.calls("packages").size() >= 2);
            assertThat(application.status("inbox")).isEqualTo(ServiceStatus.Stopped);

            fixture.topUp("{\"balance\": 0.18}");
            await().until(() -> fixture.names("inbox").isEmpty());
            assertThat(fixture.names("outbox")).containsExactly(RESULTS);
        }
    }

    private ErrorFixture twoPrepaidCalls(Dsl dsl) throws Exception {
        return new ErrorFixture(
                home, dsl::load, new LocalServiceOptions().packageCalls(2).availableBalance(BigDecimal.ZERO));
    }

    private static void awaitStop(ErrorFixture fixture, ErrorApplication application) {
        await().until(() ->
                fixture.calls("extract").contains("40003") && application.status("inbox") == ServiceStatus.Stopped);
    }
}
