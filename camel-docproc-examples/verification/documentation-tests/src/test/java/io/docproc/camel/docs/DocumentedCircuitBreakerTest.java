/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.ErrorResponseProcessor;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.LocalHttpServer;
import io.docproc.camel.testkit.Replies;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.apache.camel.Exchange;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the circuit breaker of the guides, and the configurations that it advises against. */
@Timeout(120)
final class DocumentedCircuitBreakerTest extends DocumentedRoutesFixture {
    private static final int MINIMUM_NUMBER_OF_CALLS = 10;

    @ParameterizedTest
    @EachDsl
    void serverErrorsOpenTheCircuit(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        load(dsl);

        for (int call = 0; call < MINIMUM_NUMBER_OF_CALLS; call++) {
            assertThat(crop("direct:circuitBreaker").getException()).isInstanceOf(DocprocServerException.class);
        }

        assertThat(crop("direct:circuitBreaker").getException()).isInstanceOf(CallNotPermittedException.class);
        assertThat(service.server().getAllServeEvents()).hasSize(MINIMUM_NUMBER_OF_CALLS);
    }

    @ParameterizedTest
    @EachDsl
    void pagesOfAGatewayOpenTheCircuit(Dsl dsl) throws Exception {
        service.respondWith("<html>maintenance</html>");
        load(dsl);

        for (int call = 0; call < MINIMUM_NUMBER_OF_CALLS; call++) {
            assertThat(crop("direct:circuitBreaker").getException())
                    .isInstanceOf(DocprocInvalidResponseException.class);
        }

        assertThat(crop("direct:circuitBreaker").getException()).isInstanceOf(CallNotPermittedException.class);
    }

    @ParameterizedTest
    @EachDsl
    void damagedDocumentsDoNotOpenTheCircuit(Dsl dsl) throws Exception {
        assertDoesNotOpenTheCircuit(dsl, "{\"code\":40302,\"message\":\"too large\"}");
    }

    @ParameterizedTest
    @EachDsl
    void photosWithoutAPageDoNotOpenTheCircuit(Dsl dsl) throws Exception {
        assertDoesNotOpenTheCircuit(dsl, "{\"code\":200,\"message\":\"success\",\"result\":{\"image_list\":[]}}");
    }

    private void assertDoesNotOpenTheCircuit(Dsl dsl, String response) throws Exception {
        service.respondWith(response);
        load(dsl);

        for (int call = 0; call <= 2 * MINIMUM_NUMBER_OF_CALLS; call++) {
            assertThat(crop("direct:circuitBreaker").getException()).isNull();
        }

        assertThat(outbox().resolve("failed/invoice.pdf")).hasBinaryContent(Replies.JPEG);
        service.respondWith(Replies.CROP);
        crop("direct:circuitBreaker");
        assertThat(outbox().resolve("invoice.pdf")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct:ignored", "direct:unrecorded"})
    void anIgnoredExceptionContinuesTheRouteWithTheDocument(String uri) throws Exception {
        service.respondWith("{\"code\":40302,\"message\":\"too large\"}");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:ignored")
                        .circuitBreaker()
                        .resilience4jConfiguration()
                        .ignoreException(DocprocDocumentException.class)
                        .end()
                        .to("docproc:crop")
                        .end();
                from("direct:unrecorded")
                        .circuitBreaker()
                        .resilience4jConfiguration()
                        .recordException(DocprocServerException.class)
                        .end()
                        .to("docproc:crop")
                        .end();
            }
        });

        Exchange exchange = crop(uri);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo(Replies.JPEG);
    }

    @Test
    void anOpenCircuitContinuesTheRouteWithTheDocumentByDefault() throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:open")
                        .circuitBreaker()
                        .resilience4jConfiguration()
                        .minimumNumberOfCalls(1)
                        .end()
                        .to("docproc:crop")
                        .end();
            }
        });

        assertThat(crop("direct:open").getException()).isInstanceOf(DocprocServerException.class);
        Exchange exchange = crop("direct:open");

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo(Replies.JPEG);
    }

    @Test
    void aCircuitBreakerIsNotRetriedByAnErrorHandler() throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(DocprocServerException.class).maximumRedeliveries(5).redeliveryDelay(0);
                from("direct:redelivered").circuitBreaker().to("docproc:crop").end();
            }
        });

        assertThat(crop("direct:redelivered").getException()).isInstanceOf(DocprocServerException.class);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aCallIsSentAndBilledAlthoughTheCircuitBreakerHasTimedOut() throws Exception {
        service.server().stubFor(post(anyUrl()).willReturn(okJson(Replies.CROP).withFixedDelay(2_000)));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:timeout")
                        .circuitBreaker()
                        .resilience4jConfiguration()
                        .timeoutEnabled(true)
                        .timeoutDuration(500)
                        .end()
                        .to("docproc:crop")
                        .end();
            }
        });

        assertThat(crop("direct:timeout").getException()).isInstanceOf(TimeoutException.class);
        await().until(() -> service.server().getAllServeEvents().size() == 1);
    }

    @ParameterizedTest
    @EachDsl
    void theClientOfARestRouteGetsStatus503WhileTheCircuitIsOpen(Dsl dsl) throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        load(dsl);
        int port = restRoutes(routes -> routes.from("platform-http:/pages").to("direct:circuitBreaker"));

        for (int call = 0; call < MINIMUM_NUMBER_OF_CALLS; call++) {
            assertThat(upload(port).statusCode()).isEqualTo(502);
        }
        HttpResponse<String> rejected = upload(port);

        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(Json.read(rejected.body()).get("retryable").booleanValue()).isTrue();
        assertThat(service.server().getAllServeEvents()).hasSize(MINIMUM_NUMBER_OF_CALLS);
    }

    @Test
    void aFallbackMayRespondToTheClient() throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        int port = restRoutes(routes -> routes.from("platform-http:/pages")
                .circuitBreaker()
                .resilience4jConfiguration()
                .minimumNumberOfCalls(1)
                .end()
                .to("docproc:crop")
                .onFallback()
                .process(new ErrorResponseProcessor())
                .end());

        assertThat(upload(port).statusCode()).isEqualTo(502);
        assertThat(upload(port).statusCode()).isEqualTo(503);
    }

    /** The advice of the page: the circuit breaker in a route of its own. */
    @Test
    void theRouteThatContainsACircuitBreakerDoesNotHandleItsExceptions() throws Exception {
        service.respondWith("{\"code\":500,\"message\":\"internal error\"}");
        int port = restRoutes(routes -> routes.from("platform-http:/pages")
                .circuitBreaker()
                .to("docproc:crop")
                .end());

        HttpResponse<String> response = upload(port);

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEmpty();
    }

    private int restRoutes(LambdaRouteBuilder rest) throws Exception {
        int port = LocalHttpServer.start(service.context());
        RouteBuilder.addRoutes(service.context(), routes -> {
            routes.onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            rest.accept(routes);
        });
        return port;
    }

    private static HttpResponse<String> upload(int port) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/pages"))
                .version(HttpClient.Version.HTTP_1_1)
                .POST(BodyPublishers.ofByteArray(Replies.JPEG))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private void load(Dsl dsl) throws Exception {
        dsl.load(service.context(), "circuit-breaker", new DocumentedGuides.CircuitBreaker());
    }

    private Exchange crop(String uri) {
        return service.send(uri, Replies.JPEG, Map.of(Exchange.FILE_NAME, "invoice.pdf"));
    }
}
