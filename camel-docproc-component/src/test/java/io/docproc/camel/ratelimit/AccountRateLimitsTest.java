/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.TestContexts;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class AccountRateLimitsTest {
    private static final URI SERVICE = URI.create("https://Service.example.com/api");

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final AccountRateLimits limits = AccountRateLimits.of(context);
    private final List<Integer> cancelled = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void endTheWaits() {
        threads.forEach(Thread::interrupt);
    }

    private AccountRateLimit register(URI baseUrl, String appId, double rate, int cooldown) {
        return register(baseUrl, appId, rate, cooldown, new LongAdder());
    }

    private AccountRateLimit register(URI baseUrl, String appId, double rate, int cooldown, LongAdder waited) {
        return limits.register(baseUrl, appId, new RateLimitSettings(rate, Duration.ofSeconds(cooldown)), waited);
    }

    private void startWaiting(AccountRateLimit limit, int number) {
        Thread thread = new Thread(() -> {
            try {
                limit.acquire(RateLimiter.UNLIMITED, () -> cancelled.add(number));
            } catch (InterruptedException e) {
                // The test is over.
            }
        });
        thread.start();
        threads.add(thread);
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void contextHasOneInstance() {
        assertThat(AccountRateLimits.of(context)).isSameAs(limits);
    }

    @Test
    void originAndAppIdIdentifyTheAccount() {
        AccountRateLimit one = register(SERVICE, "app", 0, 10);
        register(URI.create("https://service.example.com:443"), "app", 0, 10).startCooldown();

        assertThat(one.cooldownRemaining()).isPositive();
        assertThat(register(SERVICE, "other", 0, 10).cooldownRemaining()).isZero();
        assertThat(register(URI.create("https://service.example.com:444"), "app", 0, 10)
                        .cooldownRemaining())
                .isZero();
    }

    @Test
    void strictestSettingsApplyWhileTheirComponentUsesTheAccount() {
        AccountRateLimit loose = register(SERVICE, "app", 0, 10);
        AccountRateLimit strict = register(SERVICE, "app", 2, 60);
        register(SERVICE, "app", 5, 1);
        assertThat(loose.requestsPerSecond()).isEqualTo(2);
        loose.startCooldown();
        assertThat(loose.cooldownRemaining()).isGreaterThan(Duration.ofSeconds(50));

        strict.close();
        assertThat(loose.requestsPerSecond()).isEqualTo(5);
    }

    @Test
    void aLimitIsKeptForItsClientAndForACooldown() {
        AccountRateLimit client = register(SERVICE, "app", 1, 3600);
        register(SERVICE, "other", 1, 3600).startCooldown();
        for (int account = 0; account < 100; account++) {
            register(SERVICE, "app-" + account, 1, 10);
        }
        System.gc();

        register(SERVICE, "app", 1, 3600).startCooldown();

        assertThat(client.cooldownRemaining()).as("the same limit").isPositive();
        assertThat(register(SERVICE, "other", 1, 3600).cooldownRemaining()).isPositive();
    }

    @Test
    void stopCancelsCallsThatGetNoPermitInTime() throws Exception {
        context.getShutdownStrategy().setTimeout(60);
        AccountRateLimit limit = register(SERVICE, "app", 1 / 50.0, 10);
        limit.acquire(RateLimiter.UNLIMITED, () -> {}).orElseThrow().sent();
        for (int call = 1; call <= 3; call++) {
            startWaiting(limit, call);
        }

        limits.startShutdown(context);

        assertThat(cancelled).containsExactly(2, 3);
        assertThat(limit.acquire(RateLimiter.UNLIMITED, () -> {}))
                .as("a call that comes later")
                .isEmpty();
    }

    @Test
    void cooldownDuringShutdownCancelsWaitingCalls() throws Exception {
        context.getShutdownStrategy().setTimeout(60);
        AccountRateLimit limit = register(SERVICE, "app", 1 / 50.0, 3600);
        limit.acquire(RateLimiter.UNLIMITED, () -> {}).orElseThrow().sent();
        startWaiting(limit, 1);
        limits.startShutdown(context);
        assertThat(cancelled).isEmpty();

        limit.startCooldown();

        assertThat(cancelled).containsExactly(1);
    }

    @Test
    void waitingCallsAreCountedAndTheirWaitsAddedUp() throws Exception {
        LongAdder waited = new LongAdder();
        AccountRateLimit limit = register(SERVICE, "app", 0.5, 10, waited);
        limit.acquire(RateLimiter.UNLIMITED, () -> {}).orElseThrow().sent();
        assertThat(limit.callsWaiting()).isZero();

        limit.acquire(RateLimiter.UNLIMITED, () -> {}).orElseThrow().sent();

        assertThat(Duration.ofNanos(waited.sum())).isGreaterThan(Duration.ofMillis(500));
        limit.startCooldown();
        startWaiting(limit, 1);
        assertThat(limit.callsWaiting()).isEqualTo(1);
        assertThat(limit.withMaxWait(Duration.ofMillis(1)).acquire(RateLimiter.UNLIMITED, () -> {}))
                .isEmpty();
    }
}
