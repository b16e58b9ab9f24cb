/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.internal.observe.ObservedComponent;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.ServiceDouble;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page on monitoring: health checks, console, meters and JMX of an application with its properties. */
@Timeout(60)
final class DocumentedMonitoringTest {
    private final WireMockServer service =
            new WireMockServer(WireMockConfiguration.options().dynamicPort());
    private final Main main = new Main();

    @BeforeEach
    void start() {
        service.start();
        respondWithBalance("{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":70.50}}");
        main.setDefaultPropertyPlaceholderLocation("classpath:docs/monitoring.properties");
        main.addOverrideProperty("camel.management.port", "0");
        main.addOverrideProperty("camel.component.docproc.base-url", service.baseUrl());
        main.addOverrideProperty("camel.component.docproc.app-id", ServiceDouble.APP_ID);
        main.addOverrideProperty("camel.component.docproc.secret-code", ServiceDouble.SECRET_CODE);
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:crop").routeId("crop").to("docproc:crop");
            }
        });
        main.addOverrideProperty(
                "camel.component.docproc.job-repository", "#class:" + MemoryJobRepository.class.getName());
        main.addOverrideProperty("camel.component.docproc.requests-per-second", "50");
        main.start();
    }

    @AfterEach
    void stop() {
        main.stop();
        service.stop();
    }

    private void respondWithBalance(String balance) {
        service.stubFor(any(anyUrl()).willReturn(okJson("{\"code\":50011,\"message\":\"model timed out\"}")));
        service.stubFor(get(urlPathEqualTo("/user/finance/balance")).willReturn(okJson(balance)));
    }

    private HttpResponse<String> fetch(String path, String accept) throws Exception {
        int port =
                main.getCamelContext().hasService(VertxPlatformHttpServer.class).getPort();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Accept", accept)
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).doesNotContain(ServiceDouble.SECRET_CODE);
        return response;
    }

    private JsonNode check(HttpResponse<String> response) throws Exception {
        for (JsonNode check : new ObjectMapper().readTree(response.body()).get("checks")) {
            if (check.get("name").asText().startsWith("producer:docproc-crop")) {
                return check;
            }
        }
        throw new AssertionError("no check of docproc in " + response.body());
    }

    @Test
    void readinessShowsTheBalanceOfTheAccount() throws Exception {
        HttpResponse<String> response = fetch("/observe/health/ready?data=true", "application/json");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(check(response).get("status").asText()).isEqualTo("UP");
        assertThat(check(response).get("data").get("account.balance.available").asText())
                .isEqualTo("70.50");
        assertThat(check(response).get("data").get("service.operation").asText())
                .isEqualTo("crop");
    }

    @Test
    void aBalanceBelowTheMinimumIsNotReady() throws Exception {
        respondWithBalance("{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":3}}");
        HttpResponse<String> response = fetch("/observe/health/ready", "application/json");

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(check(response).get("status").asText()).isEqualTo("DOWN");
        assertThat(response.body()).contains("The available balance is 3, below minimumBalance 50");
        assertThat(fetch("/observe/health/live", "application/json").statusCode())
                .isEqualTo(200);
    }

    @Test
    void theConsoleShowsTheCalls() throws Exception {
        main.getCamelTemplate().request("direct:crop", exchange -> exchange.getMessage()
                .setBody("%PDF-1.7".getBytes(StandardCharsets.UTF_8)));

        assertThat(fetch("/q/dev/docproc", "text/plain").body()).contains("crop: calls 1");
        assertThat(fetch("/q/dev/docproc", "application/json").body()).contains("\"operation\":\"crop\"");
    }

    @Test
    void theConsoleMatchesThePage() throws Exception {
        String documented = Files.readString(Path.of("src/test/resources/docs/monitoring-console.txt"));
        main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getJobRepository()
                .submitted(new SubmittedJob("j-1", "a.pdf", "/docproc/completions", Instant.now(), 0));
        service.stubFor(any(anyUrl())
                .willReturn(okJson("{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"/9j/2Q==\"}]}}")));
        crop("%PDF-1.7".getBytes(StandardCharsets.UTF_8));
        crop(new byte[0]);
        service.stubFor(any(anyUrl())
                .willReturn(okJson("{\"code\":50011,\"message\":\"model timed out\",\"x_request_id\":\"r-1\"}")));
        crop("%PDF-1.7".getBytes(StandardCharsets.UTF_8));
        String actual = fetch("/q/dev/docproc", "text/plain").body();

        assertThat(withoutNumbers(actual)).isEqualTo("Docproc:\n\n" + withoutNumbers(documented) + "\n\n");
    }

    private static String withoutNumbers(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "<time>")
                .replaceAll(
                        "(?<=: |processed |duplicate |failed |refused |calls |mean |max |last )[\\d.]+(?=$|,| ms|\\n)",
                        "#");
    }

    private void crop(byte[] document) throws Exception {
        main.getCamelTemplate()
                .request("direct:crop", exchange -> exchange.getMessage().setBody(document));
    }

    @Test
    void thePageListsAllMeters() throws Exception {
        crop("%PDF-1.7".getBytes(StandardCharsets.UTF_8));
        MeterRegistry meters =
                main.getCamelContext().getRegistry().lookupByNameAndType("metricsRegistry", MeterRegistry.class);

        assertThat(rows("\\| `(docproc\\.[a-z.]+)` \\|"))
                .containsExactlyInAnyOrderElementsOf(meters.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> name.startsWith("docproc."))
                        .collect(Collectors.toSet()));
    }

    @Test
    void thePageListsAllJmxAttributes() throws Exception {
        Set<String> attributes = Arrays.stream(ObservedComponent.class.getMethods())
                .filter(method -> method.isAnnotationPresent(ManagedAttribute.class))
                .map(method -> method.getName().substring("get".length()))
                .collect(Collectors.toSet());

        assertThat(rows("`((?:Calls|LastError|RateLimit|Jobs|Completions|Results)\\w*)`"))
                .containsExactlyInAnyOrderElementsOf(attributes);
    }

    private static List<String> rows(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(GeneratedPage.PAGES.resolve("docproc-monitoring.adoc")))
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void theMetersAreExportedWithCamelsMeters() throws Exception {
        main.getCamelTemplate().request("direct:crop", exchange -> exchange.getMessage()
                .setBody("%PDF-1.7".getBytes(StandardCharsets.UTF_8)));

        assertThat(fetch("/observe/metrics", "*/*").body())
                .containsPattern("docproc_calls_seconds_count\\{.*operation=\"crop\".*\\} 1")
                .contains(
                        "docproc_calls_in_flight",
                        "docproc_rate_limit_cooldown_seconds",
                        "docproc_rate_limit_wait_seconds_total");
    }
}
