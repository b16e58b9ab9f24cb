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
    void theTextShowsCallsRateLimitAndJobs() {
        String text = (String) console().call(MediaType.TEXT, Map.of());

        assertThat(text)
                .contains("docproc:", "Calls in flight: 0", "Maximum calls per second: 50.0", "Pending jobs: 1")
                .contains("crop: calls 2, last ", "success 200: calls 1, mean ", "refused none: calls 1")
                .contains(
                        "balance: calls 1",
                        "failed 40306: calls 1",
                        "DocprocRateLimitException: balance: 40306 xxxxxx calls")
                .containsPattern("Remaining cooldown: 3[56]\\d{5} ms")
                .doesNotContain(ServiceDouble.SECRET_CODE, "extract");
    }

    @Test
    void theJsonHasTheSameValues() throws Exception {
        Object output = console().call(MediaType.JSON, Map.of());
        String json = ((JsonObject) output).toJson();

        JsonNode component = new ObjectMapper().readTree(json).get("components").get(0);
        assertThat(component.get("name").asText()).isEqualTo("docproc");
        assertThat(component.get("callsInFlight").intValue()).isZero();
        assertThat(component.get("jobsPending").intValue()).isEqualTo(1);
        assertThat(component.at("/rateLimit/requestsPerSecond").doubleValue()).isEqualTo(50);
        assertThat(component.at("/rateLimit/cooldownRemainingMillis").longValue())
                .isBetween(3_500_000L, 3_600_000L);
        assertThat(component.at("/operations"))
                .extracting(operation -> operation.get("operation").asText())
                .containsExactly("balance", "crop");
        assertThat(component.at("/operations/1/count").longValue()).isEqualTo(2);
        assertThat(json)
                .contains("\"outcome\":\"success\",\"code\":\"200\",\"count\":1")
                .contains("\"type\":\"DocprocRateLimitException\"", "xxxxxx calls too often")
                .doesNotContain(ServiceDouble.SECRET_CODE);
    }
}
