/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.docproc.examples.endurance.network.WireFault.Direction;
import io.docproc.examples.endurance.network.WireFault.Kind;
import java.io.IOException;
import java.lang.Thread.State;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What callers see of each fault of the network. */
@Timeout(60)
class FaultyNetworkTest {
    private static final int TIMEOUT_MILLIS = 300;
    private static final String DOCUMENT = "document ".repeat(500);

    @TempDir
    private static Path folder;

    private static Certificates certificates;

    private final AtomicInteger works = new AtomicInteger();
    private HttpServer service;
    private volatile int status = 200;
    private TlsHandshake handshake;
    private Relay plain;
    private Relay tls;

    @BeforeAll
    static void makeCertificates() throws Exception {
        certificates = Certificates.make(folder);
    }

    @BeforeEach
    void startBoth() throws Exception {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            works.incrementAndGet();
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        service.start();
        int port = service.getAddress().getPort();
        handshake = new TlsHandshake(certificates);
        plain = new Relay(port, TIMEOUT_MILLIS, wire -> wire);
        tls = new Relay(port, TIMEOUT_MILLIS, handshake);
    }

    @AfterEach
    void stopBoth() throws IOException {
        plain.close();
        tls.close();
        service.stop(0);
    }

    private static String echo(String url) throws Exception {
        HttpClient caller = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(certificates.caller().createSSLContext(new DefaultCamelContext()))
                .build();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .POST(HttpRequest.BodyPublishers.ofString(DOCUMENT))
                .build();
        return caller.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private String echo() throws Exception {
        return echo("http://127.0.0.1:" + plain.port());
    }

    private String echoOverTls() throws Exception {
        return echo("https://127.0.0.1:" + tls.port());
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"NONE", "DRIP"})
    void aSoundOrSlowNetworkBringsTheWholeAnswer(Kind kind) throws Exception {
        plain.set(new WireFault(kind, Direction.RESPONSE, 1));

        assertThat(echo()).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"RESET", "CLOSE", "STALL"})
    void anUploadThatBreaksOffNeverReachesTheService(Kind kind) throws Exception {
        plain.set(new WireFault(kind, Direction.UPLOAD, 2));

        assertThatThrownBy(this::echo).isInstanceOf(IOException.class);
        assertThat(works).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"RESET", "CLOSE", "STALL"})
    void anAnswerThatBreaksOffDoesSoAfterTheWork(Kind kind) throws Exception {
        plain.set(new WireFault(kind, Direction.RESPONSE, 2));

        assertThatThrownBy(this::echo).isInstanceOf(IOException.class);
        assertThat(works).hasValue(1);
    }

    @Test
    void aForeignResponseReplacesTheResponseOfTheService() throws Exception {
        plain.set(new WireFault(Kind.FOREIGN, Direction.RESPONSE, 1));

        assertThat(echo()).isNotEqualTo(DOCUMENT);
        assertThat(works).hasValue(1);
    }

    @Test
    void aServiceThatIsAwayRefusesConnectionsAndComesBackAtItsPort() throws Exception {
        int port = plain.port();
        plain.set(new WireFault(Kind.AWAY, Direction.RESPONSE, 1));
        assertThatThrownBy(() -> echo("http://127.0.0.1:" + port)).isInstanceOf(ConnectException.class);

        plain.set(WireFault.NONE);
        assertThat(echo("http://127.0.0.1:" + port)).isEqualTo(DOCUMENT);
    }

    /** On other systems another process cannot bind to the reserved port. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aServiceThatIsAwayComesBackWhenAnotherLeavesItsPort() throws Exception {
        int port = plain.port();
        plain.set(new WireFault(Kind.AWAY, Direction.RESPONSE, 1));
        FutureTask<Void> back = new FutureTask<>(() -> {
            plain.set(WireFault.NONE);
            return null;
        });
        Thread comingBack = new Thread(back, "coming back");
        try (ServerSocket other = new ServerSocket()) {
            other.setReuseAddress(true);
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            comingBack.start();
            await().until(() ->
                    EnumSet.of(State.TIMED_WAITING, State.TERMINATED).contains(comingBack.getState()));
        }
        back.get();

        assertThat(echo("http://127.0.0.1:" + port)).isEqualTo(DOCUMENT);
    }

    @Test
    void aTrustedCertificateIsAccepted() throws Exception {
        assertThat(echoOverTls()).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsState.class,
            names = {"EXPIRED", "OTHER_HOST", "UNTRUSTED"})
    void callersRefuseAnyOtherCertificate(TlsState state) {
        handshake.set(state);

        assertThatThrownBy(this::echoOverTls).isInstanceOf(SSLException.class);
        assertThat(works).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = TlsState.class,
            mode = Mode.EXCLUDE,
            names = {"TRUSTED", "EXPIRED", "OTHER_HOST", "UNTRUSTED", "SILENT"})
    void aHandshakeThatGoesWrongEndsTheCall(TlsState state) {
        handshake.set(state);

        assertThatThrownBy(this::echoOverTls).isInstanceOf(IOException.class);
        assertThat(works).hasValue(0);
    }

    @Test
    void aSilentHandshakeLastsUntilTheCallerGivesUp() throws Exception {
        handshake.set(TlsState.SILENT);

        SSLContext context = certificates.caller().createSSLContext(new DefaultCamelContext());
        try (SSLSocket caller =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), tls.port())) {
            caller.setSoTimeout(TIMEOUT_MILLIS);
            assertThatThrownBy(caller::startHandshake).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aDeafPortAcceptsNoConnection() throws IOException {
        try (NonAcceptingServer nonAccepting = new NonAcceptingServer();
                Socket caller = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), nonAccepting.port());
            assertThatThrownBy(() -> caller.connect(address, TIMEOUT_MILLIS))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void acceptedMalformedRequestsAreCounted() {
        MalformedRequests malformedRequests = new MalformedRequests(
                URI.create("http://127.0.0.1:" + service.getAddress().getPort() + "/done?signature=x"));
        status = 400;
        malformedRequests.set(true);
        await().until(() -> works.get() > 0);
        assertThat(malformedRequests.accepted()).isZero();

        status = 200;
        await().until(() -> malformedRequests.accepted() > 0);
        malformedRequests.close();
    }

    @Test
    void aStateIsReadAsItIsWritten() {
        NetworkState state =
                new NetworkState(new WireFault(Kind.STALL, Direction.UPLOAD, 7), TlsState.OTHER_HOST, true);

        assertThat(NetworkState.parse(state.line())).isEqualTo(state);
        assertThat(state.names())
                .containsExactly("stall in the upload", "certificate other host", "malformed callbacks");
    }
}
