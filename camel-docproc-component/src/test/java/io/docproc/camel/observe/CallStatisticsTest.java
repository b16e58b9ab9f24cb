/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.internal.http.CallOutcome;
import io.docproc.camel.internal.http.CallOutcome.Outcome;
import io.docproc.camel.internal.http.CallStatistics;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every call is counted once, by its outcome. */
@Timeout(60)
class CallStatisticsTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private CallStatistics calls() {
        return service.component().status().calls();
    }

    private Set<CallOutcome> outcomes() {
        return calls().counts().keySet();
    }

    private static CallOutcome crop(Outcome outcome, String code) {
        return new CallOutcome("crop", outcome, code);
    }

    private void allowOneCallAtATime() {
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
    }

    @Test
    void callsAreCountedByOutcomeAndCode() {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", Replies.DOCUMENT);
        service.server()
                .stubFor(Stubs.ok(
                        Replies.CROP_PATH,
                        "{\"code\":50011,\"message\":\"" + ServiceDouble.SECRET_CODE
                                + " timed out\",\"x_request_id\":\"r-7\"}"));
        service.send("docproc:crop", Replies.DOCUMENT);
        assertThat(calls().lastError())
                .matches("\\d{4}-.*Z crop: 50011 xxxxxx timed out.*requestId=r-7.*")
                .doesNotContain(ServiceDouble.SECRET_CODE);

        service.server().stubFor(Stubs.status(Replies.CROP_PATH, 502, "<html>bad gateway</html>"));
        service.send("docproc:crop?baseUrl=http://127.0.0.1:" + service.server().port(), Replies.DOCUMENT);
        service.server().stop();
        service.send("docproc:crop", Replies.DOCUMENT);

        assertThat(calls().counts())
                .containsOnly(
                        entry(crop(Outcome.SUCCESS, "200"), 2L),
                        entry(crop(Outcome.FAILED, "50011"), 1L),
                        entry(crop(Outcome.FAILED, "http-502"), 1L),
                        entry(crop(Outcome.NO_RESPONSE, "none"), 1L));
        assertThat(calls().inFlight()).isZero();
        assertThat(calls().waiting()).isZero();
    }

    @Test
    void callsRejectedByTheComponentAreCountedAsRefused() {
        service.send("docproc:crop", "a text");
        service.send("docproc:crop", new byte[0]);
        service.send("docproc:crop", Replies.DOCUMENT, Map.of(DocprocConstants.JPEG_QUALITY, 1000));

        service.assertNothingSent();
        assertThat(calls().counts())
                .containsExactly(
                        entry(crop(Outcome.REFUSED, "40004"), 1L),
                        entry(crop(Outcome.REFUSED, "40305"), 1L),
                        entry(crop(Outcome.REFUSED, "none"), 1L));
    }

    @Test
    void aCallInterruptedWhileWaitingForAPermitIsCountedOnce() throws Exception {
        allowOneCallAtATime();
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            Thread second = calls.offer();
            await().until(() -> Calls.isWaiting(second));
            second.interrupt();
            second.join();

            assertThat(outcomes()).containsExactly(crop(Outcome.UNSENT, "none"));
            assertThat(calls().waiting()).isZero();
            server.release(1);
            calls.awaitDone(2);
            assertThat(calls().counts()).containsOnlyKeys(crop(Outcome.SUCCESS, "200"), crop(Outcome.UNSENT, "none"));
        }
    }

    @Test
    void callsAbortedByTheStopAreCountedOnce() throws Exception {
        service.context().getShutdownStrategy().setTimeout(1);
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            service.component().stop();
            calls.awaitDone(1);

            assertThat(outcomes()).containsExactly(crop(Outcome.NO_RESPONSE, "none"));
            assertThat(calls().count(Outcome.NO_RESPONSE)).isEqualTo(1);
            assertThat(calls().inFlight()).isZero();
        }
    }

    @Test
    void aCallAfterTheStopIsCountedOnceAndReleasesItsPermit() throws Exception {
        allowOneCallAtATime();
        Calls calls = new Calls(service.context(), "docproc:crop");
        service.component().stop();
        for (int call = 1; call <= 2; call++) {
            Exchange exchange = calls.exchange();
            calls.offer(exchange);
            calls.awaitDone(call);
            assertThat(Replies.failure(exchange)).hasMessageContaining("the component is stopped");
            assertThat(calls().count(Outcome.UNSENT)).isEqualTo(call);
        }
        assertThat(calls().inFlight()).isZero();
        assertThat(outcomes()).containsExactly(crop(Outcome.UNSENT, "none"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"crop", "balance"})
    void aCallInterruptedWhileWaitingForTheRateLimitIsUnsent(String operation) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(3_600_000));
        service.startCooldown();
        Calls calls = new Calls(service.context(), "docproc:" + operation);
        Thread caller = calls.offer();
        await().until(() -> service.component().status().calls().waiting() == 1);
        caller.interrupt();
        calls.awaitDone(1);

        assertThat(outcomes())
                .containsExactlyInAnyOrder(
                        new CallOutcome("balance", Outcome.FAILED, "40306"),
                        new CallOutcome(operation, Outcome.UNSENT, "none"));
        service.assertNothingSent();
    }

    @Test
    void unlistedCodesAreCountedAsOther() {
        for (int code : new int[] {90_000, 90_001}) {
            service.respondWith("{\"code\":" + code + ",\"msg\":\"new\"}");
            service.send("docproc:balance", null);
        }

        assertThat(calls().counts()).containsOnly(entry(new CallOutcome("balance", Outcome.FAILED, "other"), 2L));
        assertThat(calls().lastError()).contains("90001 new");
    }
}
