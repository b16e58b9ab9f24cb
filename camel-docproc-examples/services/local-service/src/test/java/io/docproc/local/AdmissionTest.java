/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.ADD_FIELD;
import static io.docproc.local.RunningService.BALANCE;
import static io.docproc.local.RunningService.CROP;
import static io.docproc.local.RunningService.EXTRACT;
import static io.docproc.local.RunningService.PACKAGES;
import static io.docproc.local.RunningService.PARSE;
import static io.docproc.local.RunningService.UPDATE_TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
    private static final byte[] PHOTO = {1};

    @TempDir
    Path temp;

    private final MutableClock clock = new MutableClock();
    private RunningService service;

    @AfterEach
    void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {CROP, EXTRACT, PARSE, ADD_FIELD, UPDATE_TABLE})
    void everyPostNeedsCredentials(String path) throws Exception {
        start(new LocalServiceOptions());

        assertThat(service.send(service.request(path).POST(BodyPublishers.ofString("x")))
                        .code())
                .isEqualTo(40101);
    }

    @ParameterizedTest
    @ValueSource(strings = {BALANCE, PACKAGES})
    void everyGetNeedsCredentials(String path) throws Exception {
        start(new LocalServiceOptions());

        assertThat(service.send(service.request(path).GET()).code()).isEqualTo(40101);
    }

    @Test
    void oneHeaderAloneOrAnEmptyOneIsMissing() throws Exception {
        start(new LocalServiceOptions());

        assertThat(codeWith("local-app", "")).isEqualTo(40101);
        assertThat(codeWith("", "local-secret")).isEqualTo(40101);
        assertThat(service.send(service.request(BALANCE).header("x-ti-app-id", "local-app"))
                        .code())
                .isEqualTo(40101);
    }

    @Test
    void wrongCredentialsAreRejectedAndNotEchoed() throws Exception {
        start(new LocalServiceOptions());

        assertThat(codeWith("local-app", "guess")).isEqualTo(40102);
        assertThat(codeWith("guess", "local-secret")).isEqualTo(40102);
        assertThat(codeWith("local-app", "local-secret")).isEqualTo(200);
    }

    @Test
    void aClientThatIsNotOnTheAllowlistIsRejected() throws Exception {
        start(new LocalServiceOptions().allowlist(Set.of(InetAddress.getByName("192.0.2.1"))));

        assertThat(service.crop("", PHOTO).code()).isEqualTo(40103);
    }

    @Test
    void aClientOnTheAllowlistIsAccepted() throws Exception {
        start(new LocalServiceOptions().allowlist(Set.of(InetAddress.getByName("127.0.0.1"))));

        assertThat(service.crop("", PHOTO).code()).isEqualTo(200);
    }

    @Test
    void theThirdCallInASecondExceedsALimitOfTwo() throws Exception {
        start(new LocalServiceOptions().requestsPerSecond(2));

        List<Integer> codes = new ArrayList<>();
        codes.add(service.crop("", PHOTO).code());
        clock.advance(Duration.ofMillis(600));
        codes.add(service.crop("", PHOTO).code());
        clock.advance(Duration.ofMillis(399));
        codes.add(service.crop("", PHOTO).code());
        clock.advance(Duration.ofMillis(1));
        codes.add(service.crop("", PHOTO).code());
        codes.add(service.crop("", PHOTO).code());

        assertThat(codes).containsExactly(200, 200, 40306, 200, 40306);
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isEqualTo(3);
    }

    @Test
    void theLimitDoesNotCountQueriesOfTheAccount() throws Exception {
        start(new LocalServiceOptions().requestsPerSecond(1));

        service.get(BALANCE);
        service.get(BALANCE);

        assertThat(service.crop("", PHOTO).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/ai/service/v2/crop_enhance_image", "/api/v1/xparse/parse/async", CROP})
    void anyOtherUrlOrMethodIsInvalid(String path) throws Exception {
        start(new LocalServiceOptions());

        RunningService.Response reply = service.get(path);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.code()).isEqualTo(40400);
        assertThat(reply.json().path("message").asText()).isEqualTo("invalid request URL: GET " + path);
        assertThat(reply.json().path("x_request_id").asText()).isNotBlank();
    }

    private int codeWith(String appId, String secretCode) throws Exception {
        HttpRequest.Builder request =
                service.request(BALANCE).header("x-ti-app-id", appId).header("x-ti-secret-code", secretCode);
        RunningService.Response reply = service.send(request);
        assertThat(reply.text()).doesNotContain("guess");
        return reply.code();
    }

    private void start(LocalServiceOptions options) throws Exception {
        service = RunningService.echoing(temp, options.clock(clock));
    }
}
