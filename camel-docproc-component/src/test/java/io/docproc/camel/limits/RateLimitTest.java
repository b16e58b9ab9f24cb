/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Error 40306 (too many calls): no call is sent until the cooldown is over. */
@Timeout(60)
class RateLimitTest {
    private static final String REFUSED = "{\"code\":40306,\"message\":\"qps limit exceeded\"}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void aCallRejectedByTheComponentUsesNoRateLimitPermit() {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":200,\"message\":\"ok\",\"result\":{}}"));
        service.send("docproc:crop?output=response", Replies.DOCUMENT);

        DocprocException rejection = Replies.failure(service.send("docproc:crop", "a text"));

        assertThat(rejection.getReason()).contains("String");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @CoversFault(16)
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | 60 | 10 | 60",
                "503 | 60 | 10 | 60",
                "200 | 60 | 10 | 60",
                "429 | 5 | 30 | 30",
                "503 | 5 | 30 | 30",
                "429 | 60 | 0 | 60",
                "429 | soon | 30 | 30",
                "429 | -5 | 30 | 30",
                "429 | 99999999999999999999 | 10 | 3600",
                "429 | 100000 | 10 | 3600",
                "429 | Tue, 31 Dec 2999 23:59:59 GMT | 10 | 3600",
                "503 | Fri, 31 Dec 1999 23:59:59 GMT | 10 | 10",
            })
    void theCooldownIsTheLongerOfTheOptionAndRetryAfter(int status, String retryAfter, int option, int seconds) {
        Replies.configure(service, component -> component.setRateLimitCooldown(option * 1_000L));
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse()
                                .withStatus(status)
                                .withHeader("Retry-After", retryAfter)
                                .withBody(REFUSED)));

        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));

        assertThat(service.meters().cooldown()).isBetween(Duration.ofSeconds(seconds - 4), Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CoversFault(16)
    @CsvSource({"'', false", "60, true"})
    void aServerErrorStartsACooldownOnlyWithRetryAfter(String retryAfter, boolean cooldown) {
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse()
                                .withStatus(503)
                                .withHeader("Retry-After", retryAfter)
                                .withBody("<html>")));

        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));

        assertThat(service.meters().cooldown().isZero()).isEqualTo(!cooldown);
    }
}
