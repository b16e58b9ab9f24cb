/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.TestCertificates;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Sends callbacks through nginx with the configuration of the page on callbacks. */
final class ReverseProxyTest {
    private static final char[] PASSWORD = TestCertificates.PASSWORD.toCharArray();

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    @TempDir
    private Path directory;

    private KeyStore keyStore;
    private Process nginx;
    private URI publicUrl;

    @BeforeEach
    void startNginx() throws Exception {
        String program = InstalledProgram.require("nginx");
        int port = FreePort.next();
        publicUrl = URI.create("https://localhost:" + port + "/documents");
        createCertificate();
        Files.writeString(directory.resolve("nginx.conf"), configuration(port));
        nginx = new ProcessBuilder(program, "-p", directory.toString(), "-c", "nginx.conf", "-e", "error.log")
                .inheritIO()
                .start();
        await().until(() -> accepts(port));
    }

    @AfterEach
    void stopNginx() {
        if (nginx != null) {
            nginx.destroy();
            nginx.onExit().join();
        }
    }

    @Test
    void aSignedCallbackPassesTlsAndAnotherPath() throws Exception {
        application.component().getConfiguration().setPublicUrl(publicUrl.toString());
        application.run(
                "docproc:webhook",
                exchange -> exchange.getContext().createProducerTemplate().send("mock:completions", exchange));
        URI callbackUrl = CallbackServer.signed(URI.create(publicUrl + CallbackServer.PATH), "Größe 1&2.pdf");

        assertThat(post(callbackUrl).statusCode()).isEqualTo(200);
        assertThat(post(URI.create(callbackUrl + "0")).statusCode()).isEqualTo(401);
        assertThat(post(URI.create(publicUrl + "/other?" + callbackUrl.getRawQuery()))
                        .statusCode())
                .isEqualTo(404);

        MockEndpoint completions = application.context().getEndpoint("mock:completions", MockEndpoint.class);
        assertThat(completions.getExchanges())
                .singleElement()
                .extracting(exchange -> exchange.getMessage().getHeader("CamelDocprocCorrelationId"))
                .isEqualTo("Größe 1&2.pdf");
        Path accessLog = directory.resolve("callbacks.log");
        await().untilAsserted(() -> assertThat(accessLog).content().contains("\" 200", "\" 401", "\" 404"));
        assertThat(accessLog).content().doesNotContain("?", "signature", "expires");
    }

    private String configuration(int port) throws Exception {
        String configuration = Files.readString(Path.of("src/test/resources/docs/nginx.conf"));
        Map<String, String> values = Map.of(
                "listen 443", "listen 127.0.0.1:" + port,
                "hooks.example.com", "localhost",
                // Relative, because the path of the folder may contain spaces.
                "/etc/ssl/", "",
                "/var/log/nginx/", "",
                "application:8080", application.address().getAuthority());
        for (Map.Entry<String, String> value : values.entrySet()) {
            assertThat(configuration).contains(value.getKey());
            configuration = configuration.replace(value.getKey(), value.getValue());
        }
        return configuration;
    }

    private void createCertificate() throws Exception {
        Path store = directory.resolve("hooks.p12");
        TestCertificates.create(store, "dns:localhost");
        keyStore = KeyStore.getInstance(store.toFile(), PASSWORD);
        Key key = keyStore.getKey(TestCertificates.ALIAS, PASSWORD);
        writePem("hooks.key", "PRIVATE KEY", key.getEncoded());
        writePem(
                "hooks.pem",
                "CERTIFICATE",
                keyStore.getCertificate(TestCertificates.ALIAS).getEncoded());
    }

    private void writePem(String name, String type, byte[] content) throws Exception {
        String encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                directory.resolve(name), "-----BEGIN " + type + "-----\n" + encoded + "\n-----END " + type + "-----\n");
    }

    private HttpResponse<String> post(URI url) throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(TestCertificates.ALIAS, keyStore.getCertificate(TestCertificates.ALIAS));
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build();
        return client.send(
                CallbackServer.json(url)
                        .POST(BodyPublishers.ofString(CallbackServer.completed("j-1")))
                        .build(),
                BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
