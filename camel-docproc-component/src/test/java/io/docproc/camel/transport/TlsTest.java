/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateExpiredException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trust settings for TLS on the component and on the context. */
@Timeout(300)
class TlsTest {
    @TempDir
    static Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private RawServer server;
    private volatile RawServer.Script script = connection -> {
        connection.readRequest();
        connection.respond(200, "application/json", Replies.CROP);
    };

    @BeforeAll
    static void createCertificate() throws Exception {
        TestCertificates.create(store(), "ip:127.0.0.1");
    }

    private static Path store() {
        return directory.resolve("service.p12");
    }

    @BeforeEach
    void serveTls() throws Exception {
        server = server(store(), TestCertificates.ALIAS);
    }

    private RawServer server(Path store, String alias) throws Exception {
        return server(store, alias, listener -> {});
    }

    private RawServer server(Path store, String alias, Consumer<SSLServerSocket> settings) throws Exception {
        SSLServerSocket listener = TestCertificates.listener(service.context(), store, alias);
        settings.accept(listener);
        return new RawServer(listener, connection -> script.run(connection));
    }

    @AfterEach
    void stopServing() throws IOException {
        server.close();
    }

    private String uri(String host) {
        return "docproc:crop?baseUrl=" + server.url().replace("http://127.0.0.1", "https://" + host);
    }

    @Test
    @CoversFault(3)
    void anUntrustedCertificateFailsTheCallBeforeItIsSent() {
        DocprocException failure = Replies.failure(service.send(uri("127.0.0.1")));
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasCauseInstanceOf(SSLException.class);
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("PKIX path building failed");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    @CoversFault(3)
    void aCertificateThatTheComponentTrustsIsAccepted() {
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        assertThat(service.send(uri("127.0.0.1")).getException()).isNull();
    }

    @Test
    void aTrustedCertificateForAnotherHostIsRejected() {
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        DocprocException failure = Replies.failure(service.send(uri("localhost")));
        assertThat((Throwable) failure).hasCauseInstanceOf(SSLException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void theTrustAndTheHostnameVerifierOfCamelHttpAreUsed() {
        HostnameVerifier anyHost = (host, session) -> true;
        service.context().getRegistry().bind("anyHost", anyHost);
        service.context().getRegistry().bind("trust", TestCertificates.trusting(store()));
        service.configuration()
                .setHttpOptions(Map.of("sslContextParameters", "#trust", "x509HostnameVerifier", "#anyHost"));
        service.call(uri("localhost"));
    }

    @Test
    @CoversFault(3)
    void anExpiredCertificateOfATrustedAuthorityIsRejected() throws Exception {
        Path store = Files.copy(store(), directory.resolve("expired.p12"));
        TestCertificates.create(
                store, "ip:127.0.0.1", "-alias", "expired", "-signer", "server", "-startdate", "-3d", "-validity", "1");
        server.close();
        server = server(store, "expired");
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));

        DocprocException failure = Replies.failure(service.send(uri("127.0.0.1")));
        assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasRootCauseInstanceOf(CertificateExpiredException.class);
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void globalSslContextParametersAreUsedIfEnabled() {
        service.context().setSSLContextParameters(TestCertificates.trusting(store()));
        Replies.failure(service.send(uri("127.0.0.1")));
        Replies.configure(service, component -> component.setUseGlobalSslContextParameters(true));
        service.call(uri("127.0.0.1") + "&outageTimeout=30s");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(52)
    void anErrorResponseDuringALargeUploadIsRecognized(boolean closesConnection) {
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        script = connection -> {
            connection.readHead();
            connection.respond(200, "application/json", "{\"code\":40306,\"message\":\"too often\"}");
            if (!closesConnection) {
                connection.readSlowly();
            }
        };
        byte[] large = Arrays.copyOf(Replies.DOCUMENT, 20_000_000);

        assertThat(Replies.failure(service.send(uri("127.0.0.1"), large)))
                .isInstanceOf(DocprocRateLimitException.class);
        assertThat(server.bytesReadSlowly()).isLessThan(large.length);
    }

    @Test
    @CoversFault(102)
    void noCallGetsASurplusResponse() {
        script = connection -> {
            while (true) {
                connection.readRequest();
                String head = "HTTP/1.1 200 OK\r\nContent-Length: ";
                String surplus = Replies.crop(new byte[] {1, 2, 3});
                connection.write(head + Replies.CROP.length() + "\r\n\r\n" + Replies.CROP + head + surplus.length()
                        + "\r\n\r\n" + surplus);
            }
        };
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        for (int call = 1; call <= 10; call++) {
            assertThat(service.call(uri("127.0.0.1")).getBody(byte[].class)).isEqualTo(Replies.JPEG);
        }
    }

    /** With TLS 1.3, the server checks the certificate of the client after the handshake of the client is complete. */
    @ParameterizedTest
    @CoversFault(3)
    @CsvSource({"TLSv1.3, 1000", "TLSv1.3, 3000000", "TLSv1.2, 1000"})
    void aServerThatRequiresAClientCertificateHasReceivedNothing(String protocol, int bytes) throws Exception {
        server.close();
        server = server(store(), TestCertificates.ALIAS, listener -> {
            listener.setNeedClientAuth(true);
            listener.setEnabledProtocols(new String[] {protocol});
        });
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        byte[] document = Arrays.copyOf(Replies.DOCUMENT, bytes);
        for (int call = 1; call <= 20; call++) {
            DocprocException failure = Replies.failure(service.send(uri("127.0.0.1"), document));
            assertThat(failure).isInstanceOf(DocprocTransportException.class);
            // With TLS 1.2, the JDK may report that it could not complete the handshake before it has read the alert.
            if (protocol.equals("TLSv1.3")) {
                assertThat(failure).hasMessageContaining("fatal alert: bad_certificate");
            }
            assertThat(failure.isRetryable()).as(failure.getMessage()).isTrue();
        }
        assertThat(server.requests()).isEmpty();
    }

    @Test
    @CoversFault(51)
    void aCallThatIsConnectingWhenACooldownStartsIsNotSent() throws Exception {
        CountDownLatch handshake = new CountDownLatch(1);
        script = connection -> {
            try {
                handshake.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            connection.readRequest();
        };
        Replies.configure(service, component -> component.setRateLimitCooldown(3_600_000));
        service.configuration().setSslContextParameters(TestCertificates.trusting(store()));
        service.configuration().setBaseUrl(server.url().replace("http:", "https:"));
        Calls calls = new Calls(service.context(), "docproc:crop");
        calls.offer();
        await().until(() -> server.connections() == 1);
        service.startCooldown();
        handshake.countDown();

        await().until(() -> service.meters().waiting() == 1);
        assertThat(server.requests()).isEmpty();
    }
}
