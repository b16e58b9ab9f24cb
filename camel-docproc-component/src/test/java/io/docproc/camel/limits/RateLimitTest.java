/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    @CoversFault(16)
    void callsOfOtherEndpointsWaitUntilTheCooldownIsOver() throws Exception {
        List<Duration> cooldownsLeft = new CopyOnWriteArrayList<>();
        Replies.configure(service, component -> component.setRateLimitCooldown(2_000));
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", REFUSED);
            connection.readRequest();
            cooldownsLeft.add(service.component().status().cooldownRemaining());
            connection.respond(200, "application/json", Replies.BALANCE);
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));
            assertThat(service.component().status().cooldownRemaining()).isPositive();
            assertThat(service.send("docproc:balance", null).getException()).isNull();
            assertThat(cooldownsLeft).containsExactly(Duration.ZERO);
        }
    }
}
