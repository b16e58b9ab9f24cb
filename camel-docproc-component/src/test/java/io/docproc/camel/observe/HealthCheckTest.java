/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.internal.http.CallOutcome;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.health.HealthCheckRepository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Readiness checks of producers. */
@Timeout(60)
class HealthCheckTest {
    private static final String SUFFICIENT_BALANCE =
            "{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":70.50}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void enableProducerChecks() {
        HealthCheckRepository producers = HealthCheckHelper.getHealthCheckRepository(service.context(), "producers");
        producers.setEnabled(true);
        HealthCheckRegistry.get(service.context()).setExposureLevel("full");
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, SUFFICIENT_BALANCE));
    }

    private List<HealthCheck.Result> results() {
        Collection<HealthCheck.Result> readiness = HealthCheckHelper.invokeReadiness(service.context());
        return readiness.stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:docproc-"))
                .sorted(Comparator.comparing(result -> result.getCheck().getId()))
                .toList();
    }

    private HealthCheck.Result onlyResult() {
        List<HealthCheck.Result> results = results();
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private void startCooldown() {
        service.startCooldown();
    }

    private void assertBalanceRequests(int times) {
        service.server().verify(times, getRequestedFor(urlPathEqualTo(Replies.BALANCE_PATH)));
    }

    @Test
    void aProducerWithValidCredentialsIsUp() throws Exception {
        new Calls(service.context(), "docproc:crop");
        HealthCheck.Result result = onlyResult();

        assertThat(result.getState()).isEqualTo(State.UP);
        assertThat(result.getCheck().getId()).startsWith("producer:docproc-crop-endpoint");
        assertThat(result.getCheck().isLiveness())
                .as("a restart would not help")
                .isFalse();
        assertThat(result.getDetails())
                .containsEntry("service.url", service.server().baseUrl())
                .containsEntry("service.operation", "crop")
                .containsEntry("account.balance.available", "70.50")
                .containsKey("account.checked.at");
    }

    @Test
    void endpointsOfOneAccountShareOneBalanceRequest() throws Exception {
        for (int endpoint = 1; endpoint <= 10; endpoint++) {
            new Calls(service.context(), "docproc:crop?jpegQuality=" + endpoint);
        }
        new Calls(service.context(), "docproc:crop?secretCode=of-another-account");
        List<CompletableFuture<List<HealthCheck.Result>>> probes = IntStream.range(0, 5)
                .mapToObj(probe -> CompletableFuture.supplyAsync(this::results))
                .toList();

        assertThat(probes).allSatisfy(probe -> assertThat(probe.get())
                .hasSize(11)
                .extracting(HealthCheck.Result::getState)
                .containsOnly(State.UP));
        assertBalanceRequests(2);
        assertThat(service.component().status().calls().count(CallOutcome.Outcome.SUCCESS))
                .as("counted as balance calls")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "40101, credentials are empty",
        "40102, credentials are invalid",
        "40103, address not allowed",
        "40003, no money",
        "500, internal error"
    })
    void anErrorResponseIsDownWithCodeAndMessage(int code, String message) throws Exception {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.BALANCE_PATH,
                        "{\"code\":" + code + ",\"msg\":\"" + message + ": " + ServiceDouble.SECRET_CODE + "\"}"));
        new Calls(service.context(), "docproc:extract");
        onlyResult();
        HealthCheck.Result result = onlyResult();

        assertBalanceRequests(1);
        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow()).contains("balance: " + code + " " + message + ": xxxxxx");
        assertThat(result.getDetails())
                .containsEntry("service.error.code", String.valueOf(code))
                .containsEntry("service.status.code", 200)
                .containsEntry("service.operation", "extract");
        assertThat(result.getDetails().toString()
                        + result.getError()
                        + result.getCheck().getMetaData())
                .doesNotContain(ServiceDouble.SECRET_CODE, ServiceDouble.APP_ID);
    }

    @Test
    void anOutageForWhichNoCallWaitsIsUpAgainAfterTheInterval() throws Exception {
        service.component().getConfiguration().setHealthCheckInterval(200);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40307,\"message\":\"no package\"}"));
        new Calls(service.context(), "docproc:crop");
        service.send("docproc:crop", Replies.DOCUMENT);

        assertThat(onlyResult().getState()).isEqualTo(State.DOWN);
        await().until(() -> onlyResult().getState() == State.UP);
    }

    @Test
    void anOutageOfTheAccountIsDownWithItsFailure() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40307,\"message\":\"no package\"}"));
        new Calls(service.context(), "docproc:crop");
        assertThat(onlyResult().getState()).isEqualTo(State.UP);
        service.send("docproc:crop", Replies.DOCUMENT);

        HealthCheck.Result result = onlyResult();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow())
                .startsWith("Calls wait since ")
                .contains("crop: 40307 no package");
        assertThat(result.getError().orElseThrow()).isInstanceOf(DocprocBalanceException.class);
        assertThat(result.getDetails())
                .containsEntry("service.error.code", "40307")
                .containsEntry("service.status.code", 200)
                .containsEntry("account.balance.available", "70.50")
                .containsKey("outage.since");

        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.call("docproc:crop?outageTimeout=30s", Replies.DOCUMENT);
        assertThat(results()).extracting(HealthCheck.Result::getState).containsOnly(State.UP);
    }

    @Test
    void withoutAResponseTheStateIsDownWithTheCause() throws Exception {
        new Calls(service.context(), "docproc:crop?baseUrl=http://localhost:" + FreePort.next());
        HealthCheck.Result result = onlyResult();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow())
                .contains("balance: no response")
                .contains("onnect");
    }

    @Test
    void aServiceThatDoesNotRespondDoesNotBlockTheProbe() throws Exception {
        try (HeldServer server = new HeldServer(SUFFICIENT_BALANCE)) {
            service.component().getConfiguration().setHealthCheckTimeout(1_000);
            new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            HealthCheck.Result result = onlyResult();

            assertThat(result.getState()).isEqualTo(State.DOWN);
            assertThat(result.getMessage().orElseThrow())
                    .contains("balance: the call took longer than healthCheckTimeout, 1000 ms");
        }
    }

    @Test
    void aBalanceBelowTheMinimumIsDownWithBothAmounts() throws Exception {
        service.component().getConfiguration().setMinimumBalance(70.5);
        new Calls(service.context(), "docproc:crop");
        service.component().getConfiguration().setMinimumBalance(70.51);
        new Calls(service.context(), "docproc:extract");

        assertThat(results()).extracting(HealthCheck.Result::getState).containsExactly(State.UP, State.DOWN);
        assertThat(results().get(1).getMessage())
                .contains("The available balance is 70.50, below minimumBalance 70.51; recharge the account");
        assertThat(results().get(1).getDetails()).containsEntry("account.balance.minimum", "70.51");
    }

    @Test
    void duringACooldownTheLastStateIsReported() throws Exception {
        service.component().getConfiguration().setHealthCheckInterval(1);
        new Calls(service.context(), "docproc:crop");
        assertThat(onlyResult().getState()).isEqualTo(State.UP);
        startCooldown();
        Object lastCheck = results().get(0).getDetails().get("account.checked.at");

        assertThat(results()).hasSize(2).allSatisfy(result -> {
            assertThat(result.getState()).isEqualTo(State.UP);
            assertThat(result.getDetails()).containsEntry("account.checked.at", lastCheck);
        });
        assertBalanceRequests(0);
    }

    @Test
    void aRateLimitErrorOfTheProbeStartsTheCooldownDuringWhichAnUncheckedAccountIsUp() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, "{\"code\":40306,\"msg\":\"too often\"}"));
        new Calls(service.context(), "docproc:crop");

        for (int probe = 0; probe < 2; probe++) {
            assertThat(onlyResult().getState())
                    .as("Camel 4.23 takes UNKNOWN for not ready")
                    .isEqualTo(State.UP);
            assertThat(onlyResult().getDetails()).containsEntry("account.checked.at", "never");
        }
        assertThat(service.component().status().cooldownRemaining()).isPositive();
        assertBalanceRequests(1);
    }

    @Test
    void theProbeNeedsNoPermitOfTheComponent() throws Exception {
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
            new Calls(service.context(), "docproc:crop?baseUrl=" + server.url()).offer();
            new Calls(service.context(), "docproc:extract");

            assertThat(results().get(1).getState()).isEqualTo(State.UP);
            server.release(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void checksCanBeDisabledOnTheComponentAndInCamel(boolean component) throws Exception {
        if (component) {
            Replies.configure(service, docproc -> docproc.setHealthCheckProducerEnabled(false));
        } else {
            HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                    .setEnabled(false);
        }
        new Calls(service.context(), "docproc:crop");

        assertThat(results()).isEmpty();
        assertBalanceRequests(0);
    }

    @Test
    void producersOfAnEndpointShareOneCheckUntilTheEndpointStops() throws Exception {
        Calls calls = new Calls(service.context(), "docproc:crop");
        new Calls(service.context(), "docproc:crop");
        assertThat(registeredChecks()).as("one for the endpoint").hasSize(1);
        calls.producer().getEndpoint().stop();
        assertThat(registeredChecks()).isEmpty();
        calls.producer().getEndpoint().start();
        assertThat(registeredChecks()).hasSize(1);
    }

    private List<HealthCheck> registeredChecks() {
        return HealthCheckHelper.getHealthCheckRepository(service.context(), "producers").stream()
                .filter(check -> check.getId().startsWith("producer:docproc-"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"minimumBalance, -1", "minimumBalance, much", "healthCheckInterval, 0", "healthCheckTimeout, -1"})
    void anInvalidSettingIsRejectedAtStart(String option, String value) {
        DocprocComponent component = service.component();
        assertThatThrownBy(() -> {
                    component
                            .getComponentPropertyConfigurer()
                            .configure(service.context(), component, option, value, false);
                    service.context().getEndpoint("docproc:crop");
                })
                .hasStackTraceContaining("Option " + option);
    }
}
