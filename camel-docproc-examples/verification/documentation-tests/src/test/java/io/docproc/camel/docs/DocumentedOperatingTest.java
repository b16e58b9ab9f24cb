/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.ServiceDouble;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page on operating: health check, meters, dashboard and alert rules of an application. */
@Timeout(60)
final class DocumentedOperatingTest {
    private static final Set<String> COMMON_TAGS = Set.of("camelContext", "component");

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
            if (check.get("name").asText().equals("producer:docproc")) {
                return check;
            }
        }
        throw new AssertionError("no check of docproc in " + response.body());
    }

    @Test
    void readinessShowsTheBalanceOfTheAccount() throws Exception {
        HttpResponse<String> response = await().until(
                        () -> fetch("/observe/health/ready?data=true", "application/json"),
                        checked -> checked.body().contains("account.balance.available"));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(check(response).get("status").asText()).isEqualTo("UP");
        assertThat(check(response).get("data").get("account.balance.available").asText())
                .isEqualTo("70.50");
    }

    @Test
    void aBalanceBelowTheMinimumIsNotReady() throws Exception {
        respondWithBalance("{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":3}}");
        HttpResponse<String> response = await().until(
                        () -> fetch("/observe/health/ready", "application/json"),
                        checked -> checked.statusCode() == 503);

        assertThat(check(response).get("status").asText()).isEqualTo("DOWN");
        assertThat(response.body()).contains("The available balance is 3, below minimumBalance 50");
        assertThat(fetch("/observe/health/live", "application/json").statusCode())
                .isEqualTo(200);
    }

    /** Makes a call that fails, and one that processes pages, so that each meter has a value. */
    private void makeCalls() throws Exception {
        service.stubFor(post(urlPathEqualTo("/api/v1/xparse/parse/sync"))
                .willReturn(okJson("{\"code\":200,\"data\":{\"success_count\":3,\"markdown\":\"\"}}")));
        byte[] document = "%PDF-1.7".getBytes(StandardCharsets.UTF_8);
        for (String to : List.of("direct:crop", "docproc:parseSync")) {
            main.getCamelTemplate()
                    .request(to, exchange -> exchange.getMessage().setBody(document));
        }
    }

    @Test
    void thePageListsAllMeters() throws Exception {
        makeCalls();
        MeterRegistry meters =
                main.getCamelContext().getRegistry().lookupByNameAndType("metricsRegistry", MeterRegistry.class);

        assertThat(rows("\\| `(docproc\\.[a-z.]+)` \\|"))
                .containsExactlyInAnyOrderElementsOf(meters.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .filter(name -> name.startsWith("docproc."))
                        .collect(Collectors.toSet()));
    }

    private static List<String> rows(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(GeneratedPage.PAGES.resolve("docproc-operating.adoc")))
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
                .contains("docproc_calls_in_flight", "docproc_rate_limit_cooldown_seconds");
    }

    @Test
    void aStoppedRouteIsNotAmongCamelsRunningRoutes() throws Exception {
        assertThat(fetch("/observe/metrics", "*/*").body())
                .containsPattern("(?m)^camel_routes_running_routes\\{.*} 1\\.0$");

        main.getCamelContext().getRouteController().stopRoute("crop");

        assertThat(fetch("/observe/metrics", "*/*").body())
                .containsPattern("(?m)^camel_routes_running_routes\\{.*} 0\\.0$");
    }

    @Test
    void theTableOfMetersMatchesTheScrape() throws Exception {
        makeCalls();
        MeterRegistry meters =
                main.getCamelContext().getRegistry().lookupByNameAndType("metricsRegistry", MeterRegistry.class);
        Set<String> exported = Pattern.compile("(?m)^# TYPE (docproc_\\w+) ")
                .matcher(fetch("/observe/metrics", "*/*").body())
                .results()
                .map(family -> family.group(1))
                .filter(family -> !family.endsWith("_max"))
                .collect(Collectors.toSet());
        String table = Files.readString(GeneratedPage.PAGES.resolve("docproc-operating.adoc"));

        assertThat(rows("\\| `(docproc_[a-z_]+)` \\|")).containsExactlyInAnyOrderElementsOf(exported);
        assertThat(meters.getMeters())
                .filteredOn(meter -> meter.getId().getName().startsWith("docproc."))
                .isNotEmpty()
                .allSatisfy(meter -> assertThat(table).containsPattern(row(meter.getId())));
    }

    /** Returns the pattern of a row: name, name in Prometheus, type, unit and tags of a meter. */
    private static String row(Meter.Id meter) {
        String unit = Optional.ofNullable(meter.getBaseUnit()).map(" "::concat).orElse("");
        String tags = meter.getTags().stream()
                .map(Tag::getKey)
                .filter(key -> !COMMON_TAGS.contains(key))
                .map(key -> "`" + key + "`")
                .sorted()
                .collect(Collectors.joining(", "));
        return "(?m)^\\| `" + meter.getName() + "` \\| `" + meter.getName().replace('.', '_') + "\\w*` \\| "
                + meter.getType().name().toLowerCase(Locale.ROOT) + " \\|" + unit + " \\|"
                + (tags.isEmpty() ? "" : " " + tags) + " \\| ";
    }

    @Test
    void dashboardAndAlertsUseOnlyExportedMetersAndTags() throws Exception {
        makeCalls();
        MetricQueries.Scrape scrape =
                MetricQueries.Scrape.of(fetch("/observe/metrics", "*/*").body());

        assertThat(MetricQueries.dashboards().problems(scrape)).isEmpty();
        assertThat(MetricQueries.costs().problems(scrape)).isEmpty();
        assertThat(MetricQueries.alerts().problems(scrape)).isEmpty();
        assertThat(MetricQueries.dashboards().metrics())
                .containsAll(scrape.labels().keySet());
    }
}
