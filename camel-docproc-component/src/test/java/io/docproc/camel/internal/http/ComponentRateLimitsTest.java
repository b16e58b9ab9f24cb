/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.testkit.TestContexts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rate limits of the accounts of a Camel context. */
@Timeout(30)
class ComponentRateLimitsTest {
    private static final URI SERVICE = URI.create("https://Service.example.com/api");

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final AtomicLong time = new AtomicLong();
    private final ComponentRateLimits.Accounts limits = new ComponentRateLimits.Accounts(time::get);

    private ComponentRateLimits component(double rate, int cooldownSeconds) {
        ComponentRateLimits component = new ComponentRateLimits();
        component.start(limits, Optional.empty(), rate, Duration.ofSeconds(cooldownSeconds));
        return component;
    }

    private static void call(AccountRateLimit limit) throws InterruptedException {
        limit.acquire(RateLimiter.UNLIMITED, () -> {}).orElseThrow().sent();
    }

    @Test
    void originAndAppIdIdentifyTheAccount() {
        ComponentRateLimits component = component(0, 10);
        component.of(URI.create("https://service.example.com:443"), "app").startCooldown();

        assertThat(component(0, 10).of(SERVICE, "app").cooldownRemaining()).isPositive();
        assertThat(component.of(SERVICE, "other").cooldownRemaining()).isZero();
        assertThat(component
                        .of(URI.create("https://service.example.com:444"), "app")
                        .cooldownRemaining())
                .isZero();
    }

    @Test
    void theStrictestOptionsApplyWhileTheirComponentUsesTheAccount() throws InterruptedException {
        ComponentRateLimits loose = component(0, 10);
        ComponentRateLimits strict = component(200, 60);
        call(loose.of(SERVICE, "app"));
        call(strict.of(SERVICE, "app"));
        call(component(500, 1).of(SERVICE, "app"));
        assertThat(loose.requestsPerSecond()).hasValue(200);

        strict.stop();
        assertThat(loose.requestsPerSecond()).hasValue(500);
        strict.of(SERVICE, "app").startCooldown();
        assertThat(loose.cooldownRemaining()).isGreaterThan(Duration.ofSeconds(50));
    }

    @Test
    void ofManyAccountsIdleOnesAreRemovedUnlessTheirCooldownMatters() throws InterruptedException {
        ComponentRateLimits component = component(10, 600);
        component.of(SERVICE, "refused").startCooldown();
        callWithManyAccounts(component);
        assertThat(limits.size()).isEqualTo(10_001);

        time.addAndGet(Duration.ofSeconds(5).toNanos());
        call(component.of(SERVICE, "app-1"));
        assertThat(limits.size())
                .as("the account that is used and the refused one")
                .isEqualTo(2);
        assertThat(component.of(SERVICE, "refused").cooldownRemaining()).isPositive();

        time.addAndGet(Duration.ofHours(1).toNanos());
        callWithManyAccounts(component);
        time.addAndGet(Duration.ofSeconds(5).toNanos());
        call(component.of(SERVICE, "app-1"));
        assertThat(limits.size()).isEqualTo(1);
    }

    private static void callWithManyAccounts(ComponentRateLimits component) throws InterruptedException {
        for (int account = 0; account < 10_000; account++) {
            call(component.of(SERVICE, "app-" + account));
        }
    }

    @Test
    void aRateOfOneCallAnHourOutlivesItsIdleAccount() throws InterruptedException {
        ComponentRateLimits component = component(1 / 3600.0, 10);
        call(component.of(SERVICE, "app"));

        time.addAndGet(Duration.ofMinutes(30).toNanos());
        callWithManyAccounts(component);

        assertThat(component.of(SERVICE, "app").acquire(Duration.ofMinutes(1), () -> {}))
                .isEmpty();
    }

    @Test
    void aShutdownCancelsWaitingCallsAndLimitsTheWaitOfLaterOnes() throws Exception {
        ComponentRateLimits component = new ComponentRateLimits();
        component.start(context, Optional.empty(), 0.01, Duration.ofSeconds(10));
        AccountRateLimit limit = component.of(SERVICE, "app");
        call(limit);
        List<Thread> cancelled = new CopyOnWriteArrayList<>();
        Thread thread = new Thread(() -> {
            Thread waiting = Thread.currentThread();
            try {
                limit.acquire(RateLimiter.UNLIMITED, () -> {
                    cancelled.add(waiting);
                    waiting.interrupt();
                });
            } catch (InterruptedException e) {
                // The call is cancelled.
            }
        });
        thread.start();
        await().until(() -> component.callsWaiting() == 1 && thread.getState() == Thread.State.TIMED_WAITING);

        component.startShutdown();

        thread.join();
        assertThat(cancelled).containsExactly(thread);
        assertThat(limit.acquire(RateLimiter.UNLIMITED, () -> {})).isEmpty();
    }

    @Test
    void aCallThatCanBeOmittedIsOmittedDuringACooldown() throws InterruptedException {
        ComponentRateLimits component = component(0, 10);
        AccountRateLimit limit = component.of(SERVICE, "app");
        call(limit.withMaxWait(Duration.ofMillis(1)));
        limit.startCooldown();

        assertThat(limit.withMaxWait(Duration.ofHours(1)).acquire(RateLimiter.UNLIMITED, () -> {}))
                .isEmpty();
    }

    @Test
    void invalidOptionsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> component(1, -1))
                .withMessageContaining("rateLimitCooldown is -1000 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> component(-1, 1))
                .withMessageContaining("requestsPerSecond is -1.0");
    }
}
