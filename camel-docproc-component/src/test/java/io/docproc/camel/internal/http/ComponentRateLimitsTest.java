/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.http.ComponentRateLimits.AccountRateLimit;
import io.docproc.camel.ratelimit.RateLimiter;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rate limits of the accounts of a Camel context. */
@Timeout(120)
class ComponentRateLimitsTest {
    private static final URI SERVICE = URI.create("https://Service.example.com/api");

    private final ComponentRateLimits.Accounts limits = new ComponentRateLimits.Accounts();

    private ComponentRateLimits component(double rate, int cooldownSeconds) {
        ComponentRateLimits component = new ComponentRateLimits();
        component.start(limits, Optional.empty(), rate, Duration.ofSeconds(cooldownSeconds));
        return component;
    }

    private static void call(AccountRateLimit limit) throws InterruptedException {
        limit.acquire(RateLimiter.UNLIMITED).orElseThrow().sent();
    }

    @Test
    void originAndAppIdIdentifyTheAccount() {
        ComponentRateLimits component = component(0, 10);
        component.of(URI.create("https://service.example.com:443"), "app").startCooldown(Duration.ZERO);

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
        strict.of(SERVICE, "app").startCooldown(Duration.ZERO);
        assertThat(loose.cooldownRemaining()).isGreaterThan(Duration.ofSeconds(50));
    }

    @Test
    void aCallThatCanBeOmittedIsOmittedDuringACooldown() throws InterruptedException {
        ComponentRateLimits component = component(0, 10);
        AccountRateLimit limit = component.of(SERVICE, "app");
        call(limit.withMaxWait(Duration.ofMillis(1)));
        limit.startCooldown(Duration.ZERO);

        assertThat(limit.withMaxWait(Duration.ofHours(1)).acquire(RateLimiter.UNLIMITED))
                .isEmpty();
    }
}
