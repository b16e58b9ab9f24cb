/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Credentials that refer to environment variables, application properties or a vault. */
class DocumentedCredentialsTest {
    private static final byte[] PDF = "%PDF-1.4".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Main main = new Main();

    /** The service's server also stands in for the vault, under another path. */
    @BeforeEach
    void setUp() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-1\"}}");
        service.server()
                .stubFor(
                        get("/v1/secret/data/docproc")
                                .withHeader("X-Vault-Token", equalTo("token-of-the-vault"))
                                .willReturn(
                                        okJson(
                                                """
                                        {"data": {"data": {
                                          "app-id": "app-of-the-vault",
                                          "secret-code": "a+b&c%d",
                                          "callback-secret": "callbacks-of-the-vault"}}}
                                        """)));
        main.setDefaultPropertyPlaceholderLocation("classpath:docs/vault.properties");
        main.addOverrideProperty("camel.vault.hashicorp.scheme", "http");
        main.addOverrideProperty("camel.vault.hashicorp.host", "localhost");
        main.addOverrideProperty(
                "camel.vault.hashicorp.port", String.valueOf(service.server().port()));
        main.addOverrideProperty("camel.vault.hashicorp.token", "token-of-the-vault");
        main.addOverrideProperty(
                "camel.component.docproc.base-url", service.server().baseUrl());
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void theComponentReadsCredentialsFromAVault() throws Exception {
        call("docproc:parseAsync");

        assertCredentials("app-of-the-vault", "a+b&c%d", "callbacks-of-the-vault");
    }

    @Test
    void anEndpointReadsCredentialsFromAVault() throws Exception {
        setUnusableComponentCredentials();
        call("docproc:parseAsync?appId={{hashicorp:secret:docproc#app-id}}"
                + "&secretCode=RAW({{hashicorp:secret:docproc#secret-code}})"
                + "&callbackSecret={{hashicorp:secret:docproc#callback-secret}}");

        assertCredentials("app-of-the-vault", "a+b&c%d", "callbacks-of-the-vault");
        assertThat(main.getCamelContext().getEndpoints().toString()).doesNotContain("b&c", "callbacks-of-the-vault");
    }

    @Test
    void anEndpointReadsCredentialsFromProperties() throws Exception {
        setUnusableComponentCredentials();
        main.addOverrideProperty("account.app", "app-of-the-properties");
        main.addOverrideProperty("account.secret", "d+e&f%g");
        main.addOverrideProperty("account.callbacks", "callbacks-of-the-properties");
        call("docproc:parseAsync?appId={{account.app}}&secretCode=RAW({{account.secret}})"
                + "&callbackSecret={{account.callbacks}}");

        assertCredentials("app-of-the-properties", "d+e&f%g", "callbacks-of-the-properties");
    }

    @Test
    void anEndpointReadsCredentialsFromTheEnvironment() throws Exception {
        setUnusableComponentCredentials();
        String path = System.getenv("PATH");
        call(
                "docproc:parseAsync?appId=RAW({{env:PATH}})&secretCode=RAW({{env:PATH}})&callbackSecret=RAW({{env:PATH}})");

        assertCredentials(path, path, path);
    }

    private void setUnusableComponentCredentials() {
        main.addOverrideProperty("camel.component.docproc.app-id", "none");
        main.addOverrideProperty("camel.component.docproc.secret-code", "none");
        main.addOverrideProperty("camel.component.docproc.callback-secret", "none-at-all-of-16");
    }

    private void call(String uri) throws Exception {
        main.start();
        main.getCamelTemplate().requestBody(uri, PDF);
    }

    /** Asserts the credentials of the request and the secret that signed its callback URL. */
    private void assertCredentials(String appId, String secretCode, String callbackSecret) {
        var call = service.server().findAll(postRequestedFor(anyUrl())).get(0);
        assertThat(call.getHeader("x-ti-app-id")).isEqualTo(appId);
        assertThat(call.getHeader("x-ti-secret-code")).isEqualTo(secretCode);
        URI callbackUrl = RegisteredCallback.in(call.getBodyAsString());
        assertThat(new CallbackSigner(callbackSecret, Clock.systemUTC()).verify(callbackUrl.getRawQuery()))
                .isPresent();
    }
}
