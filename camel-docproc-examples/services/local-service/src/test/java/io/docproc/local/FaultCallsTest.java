/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.BALANCE;
import static io.docproc.local.RunningService.CALLS;
import static io.docproc.local.RunningService.CROP;
import static io.docproc.local.RunningService.FAULTS;
import static io.docproc.local.RunningService.PARSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultCallsTest extends EchoServiceTest {
    private static final byte[] PHOTO = {1};

    @Test
    void anErrorCodeHasTheEnvelopeOfTheOperationAndIsNotBilled() throws Exception {
        service.putFaults("[{\"operation\":\"*\",\"kind\":\"code\",\"code\":30203,\"message\":\"later\"}]");

        RunningService.Response crop = service.crop("", PHOTO);
        RunningService.Response balance = service.get(BALANCE);

        assertThat(crop.code()).isEqualTo(30203);
        assertThat(crop.json().path("message").asText()).isEqualTo("later");
        assertThat(crop.json().path("version").asText()).isNotBlank();
        assertThat(balance.json().path("msg").asText()).isEqualTo("later");
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isZero();
    }

    @Test
    void aQpsFaultIsCode40306() throws Exception {
        service.putFaults("{\"operation\":\"crop\",\"kind\":\"qps\"}");

        assertThat(service.crop("", PHOTO).code()).isEqualTo(40306);
        assertThat(service.get(BALANCE).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503})
    void aStatusIsAGatewaysPage(int status) throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"status\",\"status\":" + status + "}]");

        RunningService.Response reply = service.crop("", PHOTO);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("text/html");
        assertThat(reply.text()).contains("<h1>" + status + "</h1>");
    }

    @Test
    void anHtmlFaultIsAPageWithStatus200() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"html\"}]");

        RunningService.Response reply = service.crop("", PHOTO);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).startsWith("<html>");
    }

    @ParameterizedTest
    @CsvSource({"request, 0", "body, 0", "response, 1"})
    void aDroppedConnectionIsBilledOnlyAfterTheCallIsProcessed(String at, int billed) throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"drop\",\"at\":\"" + at + "\"}]");

        assertThatThrownBy(() -> service.crop("", PHOTO)).isInstanceOf(IOException.class);

        assertThat(service.calls("crop").at("/outcomes/dropped").asInt()).isEqualTo(1);
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isEqualTo(billed);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void aTruncatedResponseEndsBeforeItsLengthAndIsBilled() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"truncate\"}]");

        assertThatThrownBy(() -> service.crop("", PHOTO)).isInstanceOf(IOException.class);

        assertThat(service.calls("crop").at("/outcomes/truncated").asInt()).isEqualTo(1);
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isEqualTo(1);
    }

    @Test
    void aLatencyDelaysTheRegularResponse() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"latency\",\"ms\":50}]");

        RunningService.Response reply = service.crop("", PHOTO);

        assertThat(reply.code()).isEqualTo(200);
        assertThat(reply.json().path("duration").asInt()).isGreaterThanOrEqualTo(50);
    }

    @Test
    void stoppingDoesNotWaitForALatency() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"latency\",\"ms\":3600000}]");
        Thread caller = new Thread(() -> assertThatThrownBy(() -> service.crop("", PHOTO)));
        caller.start();
        org.awaitility.Awaitility.await()
                .until(() -> service.get(FAULTS).json().at("/0/applied").asInt() == 1);

        service.close();

        caller.join(60_000);
        assertThat(caller.isAlive()).isFalse();
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void aFaultCanApplyToEveryThirdCall() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"code\",\"code\":500,\"every\":3}]");

        assertThat(cropCodes(6)).containsExactly(200, 200, 500, 200, 200, 500);
    }

    @Test
    void aFaultCanApplyALimitedNumberOfTimes() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"code\",\"code\":500,\"times\":2}]");

        assertThat(cropCodes(4)).containsExactly(500, 500, 200, 200);
        assertThat(service.get(FAULTS).json().at("/0/applied").asInt()).isEqualTo(2);
    }

    @Test
    void faultsCanBeListedReplacedAndCleared() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"qps\"}]");
        service.putFaults(
                "[{\"operation\":\"extract\",\"kind\":\"html\"},{\"operation\":\"balance\",\"kind\":\"qps\"}]");

        assertThat(service.get(FAULTS).json()).hasSize(2);
        assertThat(service.get(FAULTS).json().at("/0/operation").asText()).isEqualTo("extract");
        assertThat(service.crop("", PHOTO).code()).isEqualTo(200);

        service.send(service.request(FAULTS).DELETE());

        assertThat(service.get(FAULTS).json()).isEmpty();
        assertThat(service.get(BALANCE).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"operation\":\"crop\",\"kind\":\"nonsense\"}]",
                "[{\"operation\":\"nonsense\",\"kind\":\"qps\"}]",
                "[{\"kind\":\"latency\"}]",
                "[{\"kind\":\"code\",\"code\":200}]",
                "[{\"kind\":\"status\",\"status\":200}]",
                "[{\"kind\":\"drop\",\"at\":\"nonsense\"}]",
                "[{\"kind\":\"qps\",\"every\":0}]",
                "[{\"kind\":\"qps\",\"times\":\"2\"}]",
                "[{\"kind\":\"qps\",\"code\":500}]",
                "[{\"kind\":\"qps\"}, 7]",
                "nonsense"
            })
    void anInvalidFaultIsRejectedAndChangesNothing(String faults) throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"qps\"}]");

        RunningService.Response reply = service.putFaults(faults);

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.json().path("message").asText()).contains("allowed");
        assertThat(service.get(FAULTS).json()).hasSize(1);
    }

    @Test
    void aFaultFromTheStartAppliesToTheFirstCall() throws Exception {
        service.close();
        service = RunningService.echoing(
                temp,
                new LocalServiceOptions()
                        .faults(List.of(FaultDefinition.parse("operation=parseSync,kind=code,code=50011,times=1"))));

        assertThat(service.postJson(PARSE, "{}").code()).isEqualTo(50011);
        assertThat(service.postJson(PARSE, "{}").code()).isEqualTo(40305);
    }

    @Test
    void wrongCredentialsAreRejectedBeforeAFaultApplies() throws Exception {
        service.putFaults("[{\"operation\":\"crop\",\"kind\":\"qps\"}]");

        RunningService.Response reply =
                service.send(service.request(CROP).POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(PHOTO)));

        assertThat(reply.code()).isEqualTo(40101);
    }

    @Test
    void resultDownloadsAndCallsOfOtherPathsCanFail() throws Exception {
        service.putFaults("[{\"operation\":\"resultDownload\",\"kind\":\"status\",\"status\":503},"
                + "{\"operation\":\"call\",\"kind\":\"code\",\"code\":50011}]");

        assertThat(service.get("/results/guess").status()).isEqualTo(503);
        assertThat(service.get("/nowhere").code()).isEqualTo(50011);
    }

    @Test
    void callsAreCountedByOperationAndOutcome() throws Exception {
        service.crop("", PHOTO);
        service.crop("", PHOTO);
        service.crop("", new byte[0]);
        service.get(BALANCE);
        service.get("/nowhere");

        var calls = service.get(CALLS).json();

        assertThat(calls.at("/crop/calls").asInt()).isEqualTo(3);
        assertThat(calls.at("/crop/outcomes/200").asInt()).isEqualTo(2);
        assertThat(calls.at("/crop/outcomes/40305").asInt()).isEqualTo(1);
        assertThat(calls.at("/balance/calls").asInt()).isEqualTo(1);
        assertThat(calls.at("/call/outcomes/40400").asInt()).isEqualTo(1);
    }

    private List<Integer> cropCodes(int calls) throws Exception {
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            codes.add(service.crop("", PHOTO).code());
        }
        return codes;
    }
}
