/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestCertificates;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.component.http.HttpComponent;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls and downloads whose only way out is a proxy with authentication, to hosts with certificates of a private CA. */
@Timeout(60)
class ProxyDownloadTest {
    private static final String STATUS = "/api/v1/xparse/parse/async/job-1";
    private static final String RESULT = "https://results.invalid/1";
    /** Base64 of user:password. */
    private static final String AUTHORIZATION = "Basic dXNlcjpwYXNzd29yZA==";

    @TempDir
    static Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @AutoClose
    private RawServer results;

    @AutoClose
    private final RawServer proxy = new RawServer(this::forward);

    private boolean authenticates = true;
    private volatile String result = "{\"markdown\":\"# A\"}";

    @BeforeAll
    static void createCertificate() throws Exception {
        TestCertificates.create(store(), "dns:results.invalid");
    }

    @BeforeEach
    void respond() throws Exception {
        results = new RawServer(
                TestCertificates.listener(service.context(), store(), TestCertificates.ALIAS), connection -> {
                    connection.readRequest();
                    connection.respond(200, "application/json", result);
                });
        service.respondWith("{\"code\":200,\"data\":{\"status\":\"completed\",\"result_url\":\"" + RESULT + "\"}}");
        service.configuration().setBaseUrl("http://service.invalid");
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        useProxy(Map.of());
    }

    private static Path store() {
        return directory.resolve("results.p12");
    }

    private int proxyPort() {
        return URI.create(proxy.url()).getPort();
    }

    private void useProxy(Map<String, Object> more) {
        Map<String, Object> options = new HashMap<>(Map.of(
                "proxyHost", "localhost",
                "proxyPort", proxyPort(),
                "proxyAuthScheme", "http",
                "proxyAuthUsername", "user",
                "proxyAuthPassword", "password"));
        options.putAll(more);
        service.configuration().setHttpOptions(options);
    }

    /** Forwards a client that authenticates, with a tunnel for TLS. */
    private void forward(RawServer.Connection client) throws java.io.IOException {
        String head = client.readHead();
        while (authenticates && !head.contains(AUTHORIZATION)) {
            client.respond(407, "text/plain\r\nProxy-Authenticate: Basic realm=\"proxy\"", "");
            head = client.readHead();
        }
        if (head.startsWith("CONNECT results.invalid:443 ")) {
            client.write("HTTP/1.1 200 OK\r\n\r\n");
            client.tunnel(URI.create(results.url()).getPort(), "");
        } else {
            client.tunnel(service.server().port(), head);
        }
    }

    private String markdown() {
        return service.call("docproc:parseResult?output=markdown", "job-1").getBody(String.class);
    }

    @ParameterizedTest
    @CsvSource({", false", "'other.invalid, Results.invalid', true", "other.invalid, false", "invalid, false"})
    @CoversFault(76)
    void aResultOfAnotherHostIsDownloadedThroughTheProxyWithCredentialsIfTheHostIsListed(
            String credentialHosts, boolean receivesCredentials) {
        service.configuration().setCredentialHosts(credentialHosts);
        service.configuration().setEnterpriseId("e-1");

        assertThat(markdown()).isEqualTo("# A");

        service.assertRequest("GET", STATUS);
        assertThat(proxy.requests())
                .anyMatch(head -> head.startsWith("GET http://service.invalid" + STATUS))
                .anyMatch(head -> head.startsWith("CONNECT results.invalid:443"));
        assertThat(results.requests()).singleElement().satisfies(head -> {
            assertThat(head.contains("x-ti-secret-code: " + ServiceDouble.SECRET_CODE))
                    .isEqualTo(receivesCredentials);
            assertThat(head.contains("x-ti-app-id")).isEqualTo(receivesCredentials);
            assertThat(head.contains("x-ti-enterprise-id: e-1")).isEqualTo(receivesCredentials);
            assertThat(head).doesNotContainIgnoringCase("authorization");
        });
        assertThat(proxy.requests().stream().filter(head -> head.startsWith("CONNECT")))
                .allSatisfy(head -> assertThat(head).doesNotContain("x-ti-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://results.invalid", "results.invalid:443", "*.invalid", "results.invalid/1"})
    void aCredentialHostThatIsNoHostNameIsRefused(String hosts) {
        service.configuration().setCredentialHosts(hosts);

        assertThatThrownBy(() -> service.send("docproc:parseResult", "job-1"))
                .rootCause()
                .hasMessageContaining("Option credentialHosts contains '" + hosts + "'");
    }

    @Test
    void theProxyOfTheContextAndTheCertificatesOfCamelHttpAreUsed() {
        authenticates = false;
        service.configuration().setHttpOptions(Map.of());
        service.configuration().setSslContextParameters(null);
        service.context().getGlobalOptions().put("http.proxyHost", "localhost");
        service.context().getGlobalOptions().put("http.proxyPort", "" + proxyPort());
        service.context().getGlobalOptions().put("http.proxyScheme", "http");
        service.context()
                .getComponent("http", HttpComponent.class)
                .setSslContextParameters(TestCertificates.trusting(store()));

        assertThat(markdown()).isEqualTo("# A");
    }

    /** Its code and its message are those of an unknown server: no cooldown and no account error follow. */
    @Test
    void anErrorOfAnotherHostIsAnOrdinaryFailure() {
        result = "{\"code\":40306,\"message\":\"not now\"}";

        assertThat((Throwable) Replies.failure(service.send("docproc:parseResult", "job-1")))
                .isNotInstanceOf(DocprocRateLimitException.class)
                .hasMessageContaining("not now");
        assertThat(service.meters().cooldown()).isZero();
    }
}
