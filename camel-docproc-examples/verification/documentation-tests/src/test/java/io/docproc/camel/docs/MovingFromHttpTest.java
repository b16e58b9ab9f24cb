/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.RequestMethod;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on migration from camel-http: what stays the same and what changes. */
@ParameterizedClass
@EnumSource(names = {"YAML", "JAVA"})
final class MovingFromHttpTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, 1, 2, 3};
    private static final String CROPPED =
            "{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[{\"image\":\""
                    + Base64.getEncoder().encodeToString(JPEG) + "\"}]}}";
    private static final String EXTRACTED = "{\"code\":200,\"message\":\"success\",\"version\":\"v3.1.0\","
            + "\"some_new_field\":7,\"result\":{\"extracted_schema\":{\"invoice_number\":\"INV-7\",\"total\":12.5}}}";
    private static final String PARSED = "{\"code\":200,\"message\":\"success\",\"data\":{\"markdown\":\"# A\"}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    @Parameter
    private Dsl dsl;

    private Path invoice;
    private Path outbox;

    @BeforeEach
    void setUp() throws Exception {
        invoice = Files.writeString(directory.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        outbox = directory.resolve("outbox");
        set("outbox", outbox.toString());
        service.context().addRoutes(new HandWrittenRoutes());
        if (dsl == Dsl.YAML) {
            // Replaces the route with the same id.
            dsl.load(service.context(), "hand-written", new HandWrittenRoutes());
        }
    }

    private void set(String property, String value) {
        Properties properties = new Properties();
        properties.setProperty("outbox", outbox.toString());
        properties.setProperty("baseUrl", service.server().baseUrl());
        properties.setProperty("appId", ServiceDouble.APP_ID);
        properties.setProperty("secretCode", ServiceDouble.SECRET_CODE);
        properties.setProperty(property, value);
        service.context().getPropertiesComponent().setOverrideProperties(properties);
    }

    @Test
    void aMigratedCropSendsAndStoresTheSame() throws Exception {
        service.respondWith(CROPPED);

        List<Request> requests = callBothRoutes("crop");

        assertThat(outbox.resolve("invoice.jpg")).hasBinaryContent(JPEG);
        assertThat(requests)
                .extracting(request -> Set.of(request.getUrl().split("[?&]")))
                .containsOnly(Set.of("/ai/service/v1/crop_enhance_image", "enhance_mode=5", "correct_direction=1"));
        assertThat(requests).extracting(Request::getMethod).containsOnly(RequestMethod.POST);
        assertThat(requests).extracting(Request::getBody).allMatch(body -> body.length == 15);
        assertThat(requests)
                .extracting(request -> request.getHeader("x-ti-app-id") + request.getHeader("x-ti-secret-code"))
                .containsOnly(ServiceDouble.APP_ID + ServiceDouble.SECRET_CODE);
    }

    @Test
    void aMigratedExtractionSendsAndStoresTheSame() throws Exception {
        service.respondWith(EXTRACTED);

        List<Request> requests = callBothRoutes("extract");

        assertThat(JSON.readTree(requests.get(0).getBody()))
                .isEqualTo(JSON.readTree(requests.get(1).getBody()));
        assertThat(outbox.resolve("invoice.json")).hasContent("{\"invoice_number\":\"INV-7\",\"total\":12.5}");
    }

    @Test
    void aMigratedParseSendsAndStoresTheSame() throws Exception {
        service.respondWith(PARSED);

        List<Request> requests = callBothRoutes("parse");

        assertThat(requests).allSatisfy(request -> assertThat(request.getBodyAsString())
                .contains("name=\"file\"; filename=\"invoice.pdf\"", "%PDF-1.7", "application/json")
                .containsPattern("\"table_view\"\\s*:\\s*\"markdown\""));
        assertThat(outbox.resolve("invoice.json")).hasContent("{\"markdown\":\"# A\"}");
    }

    /** Runs the camel-http route and then the component route of an operation, and returns both requests. */
    private List<Request> callBothRoutes(String operation) throws Exception {
        for (String suffix : List.of("ByHand", "Moved")) {
            assertThat(send("direct:" + operation + suffix).getException()).isNull();
            if (suffix.equals("ByHand")) {
                assertThat(outbox.toFile().listFiles()).hasSize(1).allSatisfy(file -> assertThat(file.delete())
                        .isTrue());
            }
        }
        List<Request> newestFirst = service.server().getAllServeEvents().stream()
                .<Request>map(event -> event.getRequest())
                .toList();
        assertThat(newestFirst).hasSize(2);
        return List.of(newestFirst.get(1), newestFirst.get(0));
    }

    @Test
    void anErrorCodeWithHttpStatus200IsAnException() throws Exception {
        service.respondWith("{\"code\":40422,\"message\":\"file is corrupted\",\"x_request_id\":\"r-9\"}");

        assertThat(send("direct:cropByHand").getException()).isNotNull().isNotInstanceOf(DocprocException.class);
        assertThat(send("direct:cropMoved").getException())
                .isInstanceOfSatisfying(DocprocDocumentException.class, failure -> {
                    assertThat(failure.getCode()).isEqualTo(40422);
                    assertThat(failure.getRequestId()).isEqualTo("r-9");
                });
    }

    @Test
    void camelHttpRetriesABilledCallButTheComponentDoesNot() throws Exception {
        service.server()
                .stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503).withHeader("Retry-After", "1")));

        assertThat(send("direct:cropByHand").getException()).isNotNull();
        assertThat(service.server().getAllServeEvents()).hasSize(2);

        service.server().resetRequests();
        assertThat(send("direct:cropMoved").getException()).isNotNull();
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void theComponentDoesNotSendMessageHeaders() throws Exception {
        service.server().stubFor(any(anyUrl()).willReturn(okJson(CROPPED).withHeader("X-Gateway", "g1")));

        Exchange handWritten = send("direct:cropByHand");
        Exchange moved = send("direct:cropMoved");

        assertThat(service.server().getAllServeEvents())
                .extracting(event -> event.getRequest().containsHeader("customer"))
                .containsExactly(false, true);
        assertThat(handWritten.getMessage().getHeader("X-Gateway")).isEqualTo("g1");
        assertThat(handWritten.getMessage().getHeader("x-ti-secret-code")).isEqualTo(ServiceDouble.SECRET_CODE);
        assertThat(moved.getMessage().getHeaders())
                .doesNotContainKeys("X-Gateway", "x-ti-secret-code")
                .containsEntry("customer", "4711");
    }

    @Test
    void anInvalidDocumentIsRejectedBeforeTheCall() throws Exception {
        service.respondWith(CROPPED);
        invoice = Files.writeString(directory.resolve("notes.txt"), "no image");

        assertThat(send("direct:cropByHand").getException()).isNull();
        assertThat(send("direct:cropMoved").getException()).isInstanceOf(DocprocDocumentException.class);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void unknownKeysAreSentAndTheResponseIsAvailable() throws Exception {
        service.respondWith(EXTRACTED);

        Exchange exchange = send("direct:stillPossible");

        assertThat(service.onlyRequest().getBodyAsString()).containsPattern("\"some_new_key\":\"?1\"?");
        assertThat(exchange.getMessage().getHeader("version")).isEqualTo("v3.1.0");
        assertThat(exchange.getMessage().getHeader("unknown")).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:cropByHand", "direct:cropMoved"})
    void aPropertySwitchesBetweenBothRoutes(String route) throws Exception {
        service.respondWith("{\"code\":40007,\"message\":\"service not enabled\"}");
        set("cropRoute", route);

        assertThat(send("direct:one-at-a-time").getException() instanceof DocprocServiceNotEnabledException)
                .isEqualTo(route.equals("direct:cropMoved"));
    }

    /** Loads the component routes, after all properties are set. */
    private void loadMovedRoutes() throws Exception {
        if (service.context().getRoute("moved-crop") == null) {
            dsl.load(service.context(), "moved", new MovedRoutes());
        }
    }

    private Exchange send(String uri) throws Exception {
        loadMovedRoutes();
        return service.context().createProducerTemplate().request(uri, message -> {
            message.getMessage().setBody(invoice.toFile());
            message.getMessage()
                    .setHeader(Exchange.FILE_NAME, invoice.getFileName().toString());
            message.getMessage().setHeader("customer", "4711");
        });
    }
}
