/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.time.Instant;
import java.util.Map;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsole.MediaType;
import org.apache.camel.console.DevConsoleRegistry;
import org.apache.camel.util.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Text and JSON of the dev console, looked up as Camel's tools do. */
class DevConsoleTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void makeCalls() {
        Replies.configure(service, component -> {
            component.setRequestsPerSecond(50);
            component.setRateLimitCooldown(3_600_000);
            component.setJobRepository(new MemoryJobRepository());
        });
        service.component().getJobRepository().submitted(new SubmittedJob("j-1", "a.pdf", "/done", Instant.now(), 0));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", "a text");
        service.server()
                .stubFor(Stubs.ok(
                        Replies.BALANCE_PATH,
                        "{\"code\":40306,\"msg\":\"" + ServiceDouble.SECRET_CODE + " calls too often\"}"));
        service.send("docproc:balance", null);
    }

    private DevConsole console() {
        DevConsoleRegistry registry = DevConsoleRegistry.get(service.context());
        registry.loadDevConsoles();
        return registry.getConsole("docproc").orElseThrow();
    }

    @Test
    void theTextShowsAllFigures() {
        assertThat((String) console().call(MediaType.TEXT, Map.of()))
                .contains(
                        "docproc:\n", "    callsInFlight: 0\n", "    requestsPerSecond: 50.0\n", "    jobsPending: 1\n")
                .contains("    calls.crop.success.200: 1\n", "    calls.crop.refused.none: 1\n")
                .contains("    calls.balance.failed.40306: 1\n", "    completions.processed: 0\n")
                .containsPattern("    lastError: .*Z balance: 40306 xxxxxx calls")
                .containsPattern("    rateLimitCooldownRemainingMillis: 3[56]\\d{5}\n")
                .doesNotContain(ServiceDouble.SECRET_CODE, "extract");
    }

    @Test
    void theJsonHasTheSameFigures() throws Exception {
        String json = ((JsonObject) console().call(MediaType.JSON, Map.of())).toJson();

        JsonNode component = new ObjectMapper().readTree(json).get("components").get(0);
        assertThat(component.get("name").asText()).isEqualTo("docproc");
        assertThat(component.get("jobsPending").intValue()).isEqualTo(1);
        assertThat(component.get("calls.crop.success.200").intValue()).isEqualTo(1);
        assertThat(json).contains("xxxxxx calls too often").doesNotContain(ServiceDouble.SECRET_CODE);
    }
}
