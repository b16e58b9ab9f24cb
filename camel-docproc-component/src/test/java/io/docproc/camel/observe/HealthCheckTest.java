/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheck.State;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRegistry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The readiness check of the component. */
@Timeout(60)
class HealthCheckTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void enableProducerChecks() {
        HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                .setEnabled(true);
        HealthCheckRegistry.get(service.context()).setExposureLevel("full");
    }

    private List<HealthCheck.Result> results() {
        return HealthCheckHelper.invokeReadiness(service.context()).stream()
                .filter(result -> result.getCheck().getId().equals("producer:docproc"))
                .toList();
    }

    private HealthCheck.Result result() {
        List<HealthCheck.Result> results = results();
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private void configure(Consumer<DocprocComponent> settings) {
        Replies.configure(service, settings);
        service.context().getEndpoint("docproc:crop");
    }

    private void configureMinimum(double minimum, Consumer<DocprocComponent> more) {
        configure(component -> {
            component.getConfiguration().setMinimumBalance(minimum);
            more.accept(component);
        });
    }

    private void respondWithBalance(String available) {
        service.respondWith(
                Replies.BALANCE_PATH,
                "{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":" + available + "}}");
    }

    @Test
    void withoutAnOutageTheComponentIsUpWithoutARequest() {
        HealthCheck.Result result = result();

        assertThat(result.getState()).isEqualTo(State.UP);
        assertThat(result.getCheck().getId()).isEqualTo("producer:docproc");
        assertThat(result.getCheck().isLiveness())
                .as("a restart would not help")
                .isFalse();
        service.assertNothingSent();
    }

    @Test
    void anOutageForWhichNoCallWaitsIsUpAgainAfterTheInterval() {
        configure(component -> component.getConfiguration().setHealthCheckInterval(200));
        service.respondWith(Replies.CROP_PATH, "{\"code\":40307,\"message\":\"no package\"}");
        service.send("docproc:crop");

        assertThat(result().getState()).isEqualTo(State.DOWN);
        await().until(() -> result().getState() == State.UP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&appId=another"})
    void anOutageOfAnAccountIsDownWithItsFailure(String account) {
        service.respondWith(
                Replies.CROP_PATH, "{\"code\":40307,\"message\":\"no package: " + ServiceDouble.SECRET_CODE + "\"}");
        service.send("docproc:crop?jpegQuality=90" + account);

        HealthCheck.Result result = result();

        assertThat(result.getState()).isEqualTo(State.DOWN);
        assertThat(result.getMessage().orElseThrow())
                .startsWith("Calls wait since ")
                .contains("crop: 40307 no package: xxxxxx");
        assertThat(result.getError().orElseThrow()).isInstanceOf(DocprocBalanceException.class);
        assertThat(result.getDetails())
                .containsEntry("service.error.code", "40307")
                .containsEntry("service.status.code", 200)
                .containsKey("outage.since");
        assertThat(result.getDetails().toString()
                        + result.getError()
                        + result.getCheck().getMetaData())
                .doesNotContain(ServiceDouble.SECRET_CODE, ServiceDouble.APP_ID);

        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        service.call("docproc:crop?outageTimeout=30s" + account);
        assertThat(result().getState()).isEqualTo(State.UP);
    }

    @Test
    void aBalanceBelowTheMinimumIsDownWithBothAmounts() {
        respondWithBalance("70.50");
        configureMinimum(70.51, component -> component.getConfiguration().setHealthCheckInterval(1_000));

        await().until(() -> result().getState() == State.DOWN);
        assertThat(result().getMessage())
                .contains("The available balance is 70.50, below minimumBalance 70.51; recharge the account");
        assertThat(result().getDetails())
                .containsEntry("account.balance.available", "70.50")
                .containsKey("account.checked.at");
        respondWithBalance("70.51");
        await().until(() -> result().getState() == State.UP);
    }

    @Test
    void aBalanceRequestThatFailsIsADetailAndItsRejectedCredentialsAreAnOutage() {
        service.respondWith(Replies.BALANCE_PATH, "{\"code\":40102,\"msg\":\"invalid\"}");
        configureMinimum(50, component -> {});

        await().until(() -> result().getState() == State.DOWN);
        assertThat(result().getMessage().orElseThrow()).contains("balance: 40102 invalid");
        await().until(() -> result().getDetails().containsKey("account.balance.failure"));
    }

    private static final String UNREADABLE = "The job repository cannot be read; check its database or directory";

    private void configureJobs(Callable<?> database) {
        configure(component -> {
            component.getConfiguration().setHealthCheckInterval(500);
            component.setJobRepository(new JdbcJobRepository(database(database)));
        });
        await().until(() -> isUpWithoutJobs(result()));
    }

    private static boolean isUpWithoutJobs(HealthCheck.Result result) {
        return result.getState() == State.UP
                && Integer.valueOf(0).equals(result.getDetails().get("jobs.pending"));
    }

    @Test
    void aJobRepositoryThatCannotBeReadIsDown() {
        AtomicBoolean isGone = new AtomicBoolean();
        configureJobs(() -> {
            if (isGone.get()) {
                throw new SQLException("no connection for user=admin password=hidden");
            }
            return null;
        });

        isGone.set(true);

        await().until(() -> result().getState() == State.DOWN);
        assertThat(result().getMessage()).contains(UNREADABLE);
    }

    @Test
    void aDatabaseThatDoesNotRespondIsDownAndHoldsNoProbe() {
        AtomicBoolean hangs = new AtomicBoolean();
        CountDownLatch responds = new CountDownLatch(1);
        configureJobs(() -> {
            if (hangs.get()) {
                responds.await();
            }
            return null;
        });

        hangs.set(true);

        try {
            await().atMost(20, TimeUnit.SECONDS).until(() -> result().getState() == State.DOWN);
            assertThat(result().getMessage()).contains(UNREADABLE);
        } finally {
            responds.countDown();
        }
        await().until(() -> isUpWithoutJobs(result()));
    }

    /** Returns a database that makes a call before each connection. */
    private static DataSource database(Callable<?> first) {
        DataSource h2 = MemoryDatabase.create();
        return (DataSource) Proxy.newProxyInstance(
                HealthCheckTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    first.call();
                    return method.invoke(h2, arguments);
                });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theCheckCanBeDisabledOnTheComponentAndInCamel(boolean component) {
        if (component) {
            configure(docproc -> docproc.setHealthCheckProducerEnabled(false));
        } else {
            HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                    .setEnabled(false);
        }

        assertThat(results()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"minimumBalance, -1", "minimumBalance, much", "healthCheckInterval, 0"})
    void anInvalidSettingIsRejectedAtStart(String option, String value) {
        DocprocComponent component = new DocprocComponent();
        component.setCamelContext(service.context());
        assertThatThrownBy(() -> {
                    component
                            .getComponentPropertyConfigurer()
                            .configure(service.context(), component, option, value, false);
                    component.start();
                })
                .hasStackTraceContaining("Option " + option);
    }
}
