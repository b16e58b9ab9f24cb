/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All endpoints and components of an account share its rate limit and its cooldown. */
@Timeout(60)
class AccountSharingTest {
    private static final String REFUSED = "{\"code\":40306,\"message\":\"qps limit exceeded\"}";
    private static final long HOUR = 3_600_000;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private DocprocComponent add(String name) {
        return add(name, 0);
    }

    private DocprocComponent add(String name, double requestsPerSecond) {
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(service.component().getConfiguration().copy());
        component.setRateLimitCooldown(HOUR);
        component.setRequestsPerSecond(requestsPerSecond);
        service.context().addComponent(name, component);
        return component;
    }

    private void startCooldown(String uri) {
        service.respondWith(REFUSED);
        assertThat(Replies.failure(service.send(uri, Replies.DOCUMENT))).isInstanceOf(DocprocRateLimitException.class);
        service.respondWith(Replies.CROP);
        service.server().resetRequests();
    }

    private void assertWaits(String component, String options) throws Exception {
        new Calls(service.context(), component + ":crop" + options).offer();
        await().until(() -> service.meters().gauge("docproc.calls.waiting", "component", component) == 1);
        service.assertNothingSent();
    }

    @Test
    @CoversFault(53)
    void aCooldownDelaysTheCallsOfAllComponentsOfTheAccount() throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(HOUR));
        add("docproc2");
        startCooldown("docproc2:crop");

        assertWaits("docproc", "");
        assertThat(service.meters().cooldown()).isGreaterThan(Duration.ofMinutes(50));
    }

    @Test
    @CoversFault(53)
    void aRestartedComponentContinuesTheCooldown() throws Exception {
        DocprocComponent component = add("docproc2");
        startCooldown("docproc2:crop");
        component.stop();
        component.start();

        assertWaits("docproc2", "?jpegQuality=90");
    }

    @Test
    @CoversFault(53)
    void anotherAccountOfTheSameComponentIsNotDelayed() {
        add("docproc2");
        startCooldown("docproc2:crop");

        service.call("docproc2:crop?appId=another", Replies.DOCUMENT);
    }

    @Test
    void anotherPathOfTheSameOriginIsTheSameAccount() throws Exception {
        add("docproc2");
        startCooldown("docproc2:crop");

        assertWaits("docproc2", "?baseUrl=" + service.server().baseUrl() + "/proxy");
    }

    @Test
    void componentsOfAnAccountHaveOneLimit() {
        add("first", 1);
        add("second", 2);
        service.context().getEndpoint("first:crop");

        assertThatThrownBy(() -> service.context().getEndpoint("second:crop"))
                .hasStackTraceContaining("requestsPerSecond=1.0")
                .hasStackTraceContaining("requestsPerSecond=2.0")
                .hasStackTraceContaining("set the same values");
        service.context().getEndpoint("second:crop?appId=another");
    }

    @Test
    void aUserDefinedRateLimiterReplacesTheLocalOne() throws Exception {
        BucketRateLimiter limiter = new BucketRateLimiter(0);
        Replies.configure(service, component -> component.setRateLimiter(limiter));
        limiter.startCooldown(Duration.ofHours(1));

        assertWaits("docproc", "");
    }
}
