/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** JMX attributes of the component. */
@Timeout(60)
class ManagementTest {
    private static final String[] ATTRIBUTES = {
        "CallsInFlight",
        "CallsWaiting",
        "CallsSucceeded",
        "CallsFailed",
        "LastError",
        "RateLimitCooldownRemainingMillis",
        "JobsPending",
        "CompletionsProcessed"
    };

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(DefaultCamelContext::new);

    private Map<String, Object> attributes() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName component = new ObjectName("org.apache.camel:context="
                + service.context().getManagementName() + ",type=components,name=\"docproc\"");
        return server.getAttributes(component, ATTRIBUTES).asList().stream()
                .collect(Collectors.toMap(attribute -> attribute.getName(), attribute -> attribute.getValue()));
    }

    @Test
    void theAttributesShowTheStateOfTheComponent() throws Exception {
        Replies.configure(service, component -> {
            component.setRateLimitCooldown(3_600_000);
            component.setJobRepository(new MemoryJobRepository());
        });
        service.component().getJobRepository().submitted(new SubmittedJob("j-1", "a.pdf", "/done", Instant.now(), 0));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", "a text");
        service.respondWith("{\"code\":40306,\"msg\":\"" + ServiceDouble.SECRET_CODE + " calls too often\"}");
        service.send("docproc:balance", null);

        assertThat(attributes())
                .contains(
                        entry("CallsInFlight", 0),
                        entry("CallsWaiting", 0),
                        entry("CallsSucceeded", 1L),
                        entry("CallsFailed", 2L),
                        entry("JobsPending", 1),
                        entry("CompletionsProcessed", 0L))
                .hasEntrySatisfying("LastError", error -> assertThat((String) error)
                        .contains("Z balance: 40306 xxxxxx calls too often"))
                .hasEntrySatisfying("RateLimitCooldownRemainingMillis", remaining -> assertThat((Long) remaining)
                        .isBetween(3_500_000L, 3_600_000L));
    }
}
