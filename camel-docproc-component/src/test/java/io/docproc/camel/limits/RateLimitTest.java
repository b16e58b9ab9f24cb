/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
    @CoversFault(16)
    void aRateLimitErrorOfARedeliveryIsNotRedelivered() throws Exception {
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":500,\"message\":\"busy\"}")
                        .inScenario("refused")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("too many"));
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, REFUSED)
                        .inScenario("refused")
                        .whenScenarioStateIs("too many"));
        addRedeliveringRoute();
        DocprocException failure = Replies.failure(service.send("direct:call", Replies.DOCUMENT));
        assertThat((Throwable) failure).isInstanceOf(DocprocRateLimitException.class);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    @Test
    void aCallRejectedByTheComponentUsesNoRateLimitPermit() {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":200,\"message\":\"ok\",\"result\":{}}"));
        service.send("docproc:crop?output=response", Replies.DOCUMENT);

        DocprocException rejection = Replies.failure(service.send("docproc:crop", "a text"));

        assertThat(rejection.getReason()).contains("String");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private void addRedeliveringRoute() throws Exception {
        service.route(routes -> {
            routes.onException(DocprocException.class)
                    .onWhen(routes.simple("${exception.retryable}"))
                    .maximumRedeliveries(3)
                    .redeliveryDelay(0);
            // Without this clause Camel would apply the redelivery policy of the previous failure.
            routes.onException(DocprocException.class).maximumRedeliveries(0);
            routes.from("direct:call").to("docproc:crop");
        });
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

    @Test
    @CoversFault(16)
    void callsOfOtherEndpointsWaitUntilTheCooldownIsOver() throws Exception {
        List<Duration> cooldownsLeft = new CopyOnWriteArrayList<>();
        Replies.configure(service, component -> component.setRateLimitCooldown(2_000));
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", REFUSED);
            connection.readRequest();
            cooldownsLeft.add(service.meters().cooldown());
            connection.respond(200, "application/json", Replies.BALANCE);
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));
            assertThat(service.meters().cooldown()).isPositive();
            assertThat(service.send("docproc:balance", null).getException()).isNull();
            assertThat(cooldownsLeft).containsExactly(Duration.ZERO);
        }
    }
}
