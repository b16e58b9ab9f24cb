/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Meters;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRegistry;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each option that is a duration has no largest value. */
@Timeout(60)
class DurationOptionsTest {
    private static final String PARSE = "/api/v1/xparse/parse/async";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final List<Object> completed = new CopyOnWriteArrayList<>();

    private void configure(String option, Object value) {
        CamelContext context = server.context();
        DocprocComponent component = server.component();
        assertThat(component.getComponentPropertyConfigurer().configure(context, component, option, value, false))
                .isTrue();
    }

    private void run(String consumer) throws Exception {
        Meters.bind(server.context());
        server.configuration().setBaseUrl(service.address());
        server.component().setRequestsPerSecond(1_000);
        server.component().setJobRepository(new MemoryJobRepository());
        HealthCheckHelper.getHealthCheckRepository(server.context(), "producers")
                .setEnabled(true);
        HealthCheckRegistry.get(server.context()).setExposureLevel("full");
        service.respondWith(PARSE, "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
        service.respondWith(
                PARSE + "/job-1", "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\"}}");
        service.respondWith(Replies.BALANCE_PATH, "{\"code\":200,\"data\":{\"available_balance\":1}}");
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        server.run(consumer, exchange -> completed.add(exchange.getMessage().getHeader("CamelDocprocCorrelationId")));
    }

    private Exchange call(String uri) {
        return server.context().createProducerTemplate().request(uri, exchange -> exchange.getMessage()
                .setBody(Replies.DOCUMENT));
    }

    private void submitAndComplete(String options) throws Exception {
        assertThat(call("docproc:parseAsync?correlationId=a" + options).getException())
                .isNull();
        String request = service.server()
                .findAll(postRequestedFor(urlPathEqualTo(PARSE)))
                .get(0)
                .getBodyAsString();
        assertThat(server.post(RegisteredCallback.in(request), CallbackServer.completed("job-1"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(completed).containsExactly("a");
    }

    @CoversFault(105)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "callbackTtl",
                "outageTimeout",
                "permitTimeout",
                "callTimeout",
                "connectTimeout",
                "rateLimitCooldown",
                "responseTimeout",
                "healthCheckInterval"
            })
    void anOptionOfTheComponentMayHaveTheLargestValue(String option) throws Exception {
        configure(option, Long.MAX_VALUE);
        run("docproc:webhook?pollAfter=1h");

        assertThat(call("docproc:crop").getException()).isNull();
        assertThat(HealthCheckHelper.invokeReadiness(server.context()))
                .allSatisfy(result -> assertThat(result.getState()).isEqualTo(HealthCheck.State.UP));
        submitAndComplete("");

        service.respondWith(Replies.BALANCE_PATH, "{\"code\":40306}");
        call("docproc:balance");
        assertThat(call("docproc:balance?permitTimeout=20").getException())
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("the cooldown of the rate limit ends in ");
        assertThat(Meters.of(server.context()).cooldown()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "webhook?pollAfter=9223372036854775807, ''",
        "webhook?pollAfter=10&leaseTimeout=9223372036854775807, ''",
        "webhook?pollAfter=1h, &permitTimeout=9223372036854775807&responseTimeout=9223372036854775807"
    })
    void anOptionOfAnEndpointMayHaveTheLargestValue(String consumer, String options) throws Exception {
        run("docproc:" + consumer);
        submitAndComplete(options);
    }
}
