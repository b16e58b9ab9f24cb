/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.support.processor.PredicateValidationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the routes of the documentation that distribute documents to several accounts. */
final class DocumentedAccountsTest {
    private static final byte[] DOCUMENT = "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Main main = new Main();

    @BeforeEach
    void start() {
        service.respondWith("{\"code\":200,\"message\":\"success\",\"data\":{\"markdown\":\"# A\"}}");
        main.setDefaultPropertyPlaceholderLocation(
                "classpath:docs/several-accounts.properties,classpath:docs/tenants.properties");
        for (String account : List.of("account1", "account2", "acme", "globex")) {
            main.addOverrideProperty(
                    "camel.component." + account + ".base-url", service.server().baseUrl());
        }
        main.configure().withRoutesIncludePattern("classpath:docs/several-accounts.yaml,classpath:docs/tenants.yaml");
        main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeInitialize(BaseMainSupport main) {
                // The value of ACCOUNT1_APP_ID is account1-app-id.
                main.getCamelContext()
                        .getPropertiesComponent()
                        .addPropertiesFunction(new Environment(
                                variable -> variable.toLowerCase(Locale.ROOT).replace('_', '-')));
            }
        });
        main.start();
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void eachComponentHasItsOwnRateLimit() {
        DocprocComponent second = main.getCamelContext().getComponent("account2", DocprocComponent.class);

        assertThat(second).isNotSameAs(main.getCamelContext().getComponent("account1"));
        assertThat(second.getRequestsPerSecond()).isEqualTo(10);
    }

    @Test
    void theHeaderSelectsTheAccount() {
        assertThat(send("direct:accountOfHeader", Map.of("account", "2")).getException())
                .isNull();

        assertThat(accounts()).containsExactly("account2-app-id");
    }

    @Test
    void aHeaderWithUriSyntaxIsRejected() {
        Exchange exchange =
                send("direct:accountOfHeader", Map.of("account", "1:parseSync?baseUrl=https://other.example.com&a="));

        assertThat(exchange.getException()).isInstanceOf(PredicateValidationException.class);
        service.assertNothingSent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme", "globex"})
    void theTenantSelectsTheAccount(String tenant) {
        service.respondWith(Replies.CROP);

        assertThat(send("direct:tenants", Map.of("tenant", tenant), Replies.JPEG)
                        .getException())
                .isNull();

        assertThat(accounts()).containsExactly(tenant + "-app-id");
        assertThat(service.onlyRequest().getUrl()).contains("enhance_mode=5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"initech", "", "acme,globex", "account1", "acme:crop?baseUrl=https://other.example.com&a="})
    void anUnknownTenantIsRejected(String tenant) {
        assertThat(send("direct:tenants", Map.of("tenant", tenant), Replies.JPEG)
                        .getException())
                .isInstanceOf(PredicateValidationException.class);
        service.assertNothingSent();
    }

    @Test
    void anUriWithABaseUrlSendsTheCredentialsToItsServer() {
        WireMockServer other =
                new WireMockServer(WireMockConfiguration.options().dynamicPort());
        other.start();
        try {
            send("acme:balance?baseUrl=" + other.baseUrl(), Map.of(), null);

            assertThat(other.getAllServeEvents()).singleElement().satisfies(event -> assertThat(
                            event.getRequest().getHeader("x-ti-secret-code"))
                    .isEqualTo("acme-secret-code"));
        } finally {
            other.stop();
        }
    }

    @Test
    void theNameOfADocumentAlwaysSelectsTheSameAccount() {
        for (int number = 0; number < 40; number++) {
            assertThat(send("direct:accountOfName", Map.of(Exchange.FILE_NAME, "invoice-" + number % 20 + ".pdf"))
                            .getException())
                    .isNull();
        }

        List<String> accounts = accounts();
        assertThat(accounts.subList(0, 20))
                .isEqualTo(accounts.subList(20, 40))
                .contains("account1-app-id", "account2-app-id");
    }

    private Exchange send(String uri, Map<String, Object> headers) {
        return send(uri, headers, DOCUMENT);
    }

    private Exchange send(String uri, Map<String, Object> headers, Object body) {
        return main.getCamelContext().createProducerTemplate().request(uri, exchange -> {
            exchange.getMessage().setBody(body);
            exchange.getMessage().setHeaders(new HashMap<>(headers));
        });
    }

    /** Returns the app ids of the requests, oldest first. */
    private List<String> accounts() {
        List<String> accounts = new ArrayList<>();
        service.server().getAllServeEvents().forEach(event -> {
            Request request = event.getRequest();
            accounts.add(0, request.getHeader("x-ti-app-id"));
        });
        return accounts;
    }
}
