/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the proxy and the private CA of the page about security, with a service that only the proxy reaches. */
@Timeout(120)
final class DocumentedNetworkTest {
    /** Base64 of user:password. */
    private static final String AUTHORIZATION = "Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==";

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "PROXY_USER",
            "user",
            "PROXY_PASSWORD",
            "password",
            "CA_PASSWORD",
            TestCertificates.PASSWORD,
            "ACME_APP_ID",
            "app-2",
            "ACME_SECRET_CODE",
            "secret-2");

    @TempDir
    private static Path folder;

    @AutoClose
    private RawServer service;

    @AutoClose
    private final RawServer proxy = new RawServer(this::tunnel);

    private final Main main = new Main();

    @BeforeAll
    static void createCertificate() throws Exception {
        TestCertificates.create(store(), "dns:service.example.com,ip:127.0.0.1");
    }

    private static Path store() {
        return folder.resolve("private-ca.p12");
    }

    @BeforeEach
    void serve() throws Exception {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource(store().toUri().toString());
        store.setPassword(TestCertificates.PASSWORD);
        KeyManagersParameters keys = new KeyManagersParameters();
        keys.setKeyStore(store);
        keys.setKeyPassword(TestCertificates.PASSWORD);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setKeyManagers(keys);
        service = new RawServer(
                parameters
                        .createSSLContext(new DefaultCamelContext())
                        .getServerSocketFactory()
                        .createServerSocket(0, 10, InetAddress.getLoopbackAddress()),
                connection -> {
                    connection.readRequest();
                    connection.respond(200, "application/json", Replies.CROP);
                });
    }

    private void tunnel(RawServer.Connection client) throws IOException {
        String head = client.readHead();
        while (!head.contains(AUTHORIZATION)) {
            client.respond(407, "text/plain\r\nProxy-Authenticate: Basic realm=\"proxy\"", "");
            head = client.readHead();
        }
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        client.tunnel(port(service), "");
    }

    @Test
    void aCallPassesTheProxyAndTrustsTheCaOfTheProperties() {
        assertThat(crop("docproc:crop", Map.of()).getException()).isNull();

        assertThat(service.requests()).singleElement().asString().doesNotContain("Proxy-Authorization");
        assertThat(proxy.requests())
                .isNotEmpty()
                .allMatch(head -> head.startsWith("CONNECT service.example.com:443 ") && !head.contains("x-ti-"));
    }

    @Test
    void aComponentInYamlTrustsItsCa() {
        assertThat(crop("acme:crop", Map.of()).getException()).isNull();

        assertThat(service.requests()).singleElement().asString().contains("x-ti-app-id: app-2");
        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void aHostWithoutProxyIsReachedDirectly() {
        Map<String, String> direct = Map.of(
                "camel.component.docproc.base-url",
                url(),
                "camel.component.docproc.http-options[nonProxyHosts]",
                "localhost,127.0.0.1");

        assertThat(crop("docproc:crop", direct).getException()).isNull();

        assertThat(service.requests()).hasSize(1);
        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void aComponentWithoutAProxyUsesThatOfTheGlobalOptions() {
        Map<String, String> global = Map.of(
                "camel.main.global-options[http.proxyHost]",
                "localhost",
                "camel.main.global-options[http.proxyPort]",
                "" + port(proxy),
                "camel.main.global-options[http.proxyScheme]",
                "http");

        // Without credentials, the proxy responds with 407.
        assertThat(crop("acme:crop", global).getException()).hasMessageContaining("407");

        assertThat(proxy.requests()).isNotEmpty().allMatch(head -> head.startsWith("CONNECT 127.0.0.1:"));
        assertThat(service.requests()).isEmpty();
    }

    @AfterEach
    void stop() {
        main.stop();
    }

    private Exchange crop(String uri, Map<String, String> overrides) {
        main.setDefaultPropertyPlaceholderLocation("classpath:docs/network.properties");
        main.configure().withRoutesIncludePattern("classpath:docs/network.yaml");
        main.addOverrideProperty("camel.component.docproc.http-options[proxyHost]", "localhost");
        main.addOverrideProperty("camel.component.docproc.http-options[proxyPort]", "" + port(proxy));
        main.addOverrideProperty(
                "camel.beans.tls.trustManagers.keyStore.resource",
                store().toUri().toString());
        main.addOverrideProperty("acme.trustStore", store().toUri().toString());
        main.addOverrideProperty("acme.url", url());
        overrides.forEach(main::addOverrideProperty);
        main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeInitialize(BaseMainSupport main) {
                main.getCamelContext()
                        .getPropertiesComponent()
                        .addPropertiesFunction(new Environment(ENVIRONMENT::get));
            }
        });
        main.start();
        return main.getCamelContext().createProducerTemplate().request(uri, exchange -> exchange.getMessage()
                .setBody(Replies.JPEG));
    }

    private String url() {
        return service.url().replace("http:", "https:");
    }

    private static int port(RawServer server) {
        return URI.create(server.url()).getPort();
    }
}
