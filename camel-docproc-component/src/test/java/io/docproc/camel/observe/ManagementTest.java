/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Date;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** JMX attributes and operations of the component. */
@Timeout(60)
class ManagementTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(DefaultCamelContext::new);

    private ObjectName component() throws Exception {
        String context = service.context().getManagementName();
        return new ObjectName("org.apache.camel:context=" + context + ",type=components,name=\"docproc\"");
    }

    private Object attribute(String name) throws Exception {
        return server.getAttribute(component(), name);
    }

    @Test
    void theAttributesShowTheCallStatistics() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", "a text");
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":50012,\"message\":\"model failed\"}"));
        service.send("docproc:crop", Replies.DOCUMENT);

        assertThat(attribute("CallsSucceeded")).isEqualTo(1L);
        assertThat(attribute("CallsRefused")).isEqualTo(1L);
        assertThat(attribute("CallsFailed")).isEqualTo(1L);
        assertThat(attribute("CallsWithoutResponse")).isEqualTo(0L);
        assertThat(attribute("CallsUnsent")).isEqualTo(0L);
        assertThat(attribute("CallsInError")).isEqualTo(0L);
        assertThat(attribute("LastError").toString()).startsWith("crop: 50012 model failed");
        assertThat((Date) attribute("LastErrorTime")).isBeforeOrEqualTo(new Date());
        assertThat(attribute("JobsPending")).isEqualTo(-1);
        assertThat(attribute("RateLimitRequestsPerSecond")).isEqualTo(0.0);
    }

    @Test
    void callsInFlightAndWaitingCallsAreShown() throws Exception {
        try (HeldServer heldServer = new HeldServer(Replies.CROP)) {
            Calls calls =
                    new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1&baseUrl=" + heldServer.url());
            calls.offer();
            Thread second = calls.offerInBackground(1);
            await().until(() -> heldServer.inFlight() == 1 && Calls.isWaiting(second));

            assertThat(attribute("CallsInFlight")).isEqualTo(1);
            assertThat(attribute("CallsWaiting")).isEqualTo(1);
            heldServer.release(2);
            calls.awaitDone(2);
            assertThat(attribute("CallsInFlight")).isEqualTo(0);
        }
    }

    @Test
    void rateLimitAndJobsAreShown() throws Exception {
        Replies.configure(service, component -> {
            component.setRequestsPerSecond(20);
            component.setRateLimitCooldown(3_600_000);
            component.setJobRepository(new MemoryJobRepository());
        });
        service.component().getJobRepository().submitted(new SubmittedJob("j-1", "a.pdf", "/done", Instant.now(), 0));
        service.respondWith("{\"code\":40306,\"msg\":\"too often\"}");
        service.send("docproc:balance", null);
        Calls calls = new Calls(service.context(), "docproc:crop");
        calls.offer();

        await().until(() -> attribute("RateLimitCallsWaiting").equals(1));
        assertThat((Long) attribute("RateLimitCooldownRemainingMillis")).isBetween(3_500_000L, 3_600_000L);
        assertThat(attribute("RateLimitRequestsPerSecond")).isEqualTo(20.0);
        assertThat(attribute("JobsPending")).isEqualTo(1);
        service.context().stop();
        calls.awaitDone(1);
    }

    @Test
    void theTableHasARowForEachOutcome() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", Replies.DOCUMENT);

        TabularData table = (TabularData) server.invoke(component(), "callStatistics", null, null);

        CompositeData row = table.get(new Object[] {"crop", "success", "200"});
        assertThat(row.get("count")).isEqualTo(2L);
        assertThat((Long) row.get("totalMillis")).isGreaterThanOrEqualTo((Long) row.get("maxMillis"));
        assertThat(table.values()).hasSize(1);
    }
}
