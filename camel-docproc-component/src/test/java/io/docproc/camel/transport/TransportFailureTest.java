/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Transport failures and calls that never end: the exception, and whether the call is retryable. */
@Timeout(120)
class TransportFailureTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    @CoversFault(1)
    void aRefusedConnectionIsRetryable() throws IOException {
        DocprocException failure;
        // A bound socket that does not listen refuses connections, and no other process can take its port.
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            failure = crop("http://127.0.0.1:" + socket.getLocalPort(), "");
        }
        assertTransport(failure, true).hasCauseInstanceOf(ConnectException.class);
        assertThat(failure.getOperation()).isEqualTo("crop");
        assertThat(failure.getHttpStatus()).isZero();
        assertThat(failure.getCode()).isZero();
    }

    @Test
    @CoversFault(2)
    void anUnknownHostIsRetryableAndNamed() {
        DocprocException failure = crop("http://no-such-host.invalid", "");
        assertTransport(failure, true)
                .hasCauseInstanceOf(UnknownHostException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    @CoversFault(4)
    void aConnectionThatIsNotAcceptedTimesOutAsRetryable() throws IOException {
        List<SocketChannel> backlog = new ArrayList<>();
        try (ServerSocket nonAccepting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                backlog.add(channel);
                channel.configureBlocking(false);
                channel.connect(nonAccepting.getLocalSocketAddress());
            }
            service.configuration().setConnectTimeout(200);
            assertTransport(crop("http://127.0.0.1:" + nonAccepting.getLocalPort(), ""), true);
        } finally {
            for (SocketChannel channel : backlog) {
                channel.close();
            }
        }
    }

    @Test
    @CoversFault(4)
    void aTlsHandshakeWithoutResponseTimesOutAsRetryable() throws IOException {
        try (RawServer server = new RawServer(RawServer.Connection::awaitClientClose)) {
            service.configuration().setConnectTimeout(200);
            assertTransport(crop(server.url().replace("http:", "https:"), ""), true);
        }
    }

    @ParameterizedTest
    @CoversFault({5, 6})
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nx-request-id: r-77\r\nContent-Length: 500\r\n\r\n{\"code\":"})
    void withoutACompleteResponseAGetIsRetryableAndAPostIsNot(String beginning) throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning).awaitClientClose();
        })) {
            DocprocException post = crop(server.url(), "&responseTimeout=1000");
            assertTransport(post, false).hasCauseInstanceOf(SocketTimeoutException.class);
            assertThat(post.getHttpStatus()).isEqualTo(beginning.isEmpty() ? 0 : 200);
            assertThat(post.getRequestId()).isEqualTo(beginning.isEmpty() ? "" : "r-77");
            assertTransport(balance(server.url(), "&responseTimeout=1000"), true)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    private static Stream<String> cutOff() {
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"code\":2\r\n";
        return Stream.of(
                chunked,
                chunked + "zz\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + Replies.CROP.substring(0, 60));
    }

    @ParameterizedTest
    @CoversFault({8, 9})
    @MethodSource("cutOff")
    void aTruncatedResponseIsAnInvalidResponse(String response) throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(response);
        })) {
            DocprocException failure = crop(server.url(), "");
            assertThat(failure)
                    .isInstanceOf(DocprocInvalidResponseException.class)
                    .hasMessageContaining("truncated");
            assertThat(failure.isRetryable()).isFalse();
            assertThat(((DocprocInvalidResponseException) failure).getExcerpt()).startsWith("{\"code\":2");
        }
    }

    @Test
    @CoversFault(7)
    void aResetDuringTheUploadIsNotRetryable() throws IOException {
        byte[] large = java.util.Arrays.copyOf(Replies.DOCUMENT, 20_000_000);
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            connection.reset();
        })) {
            service.configuration().setBaseUrl(server.url());
            assertTransport(Replies.failure(service.send("docproc:crop", large)), false);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "220 mail.example.com ESMTP\r\n220 next",
                "HTTP/1.1 OK",
                "HTTP/1.1 000 OK",
                "HTTP/1.1 2000 OK",
                "HTTP/2.0 200 OK"
            })
    void aResponseWithoutAStatusLineIsAnInvalidResponse(String line) throws IOException {
        DocprocException failure = received(line + "\r\nx-request-id: r-77");
        assertThat(failure.getHttpStatus()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 1x",
                "Content-Length: -1",
                "Content-Length: 50\r\nContent-Length: 60",
                "Transfer-Encoding: identity",
                "Transfer-Encoding: gzip, chunked"
            })
    void aResponseWithoutAValidLengthIsAnInvalidResponseWithItsStatus(String header) throws IOException {
        DocprocException failure = received("HTTP/1.1 200 OK\r\nx-request-id: r-77\r\n" + header);
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure.getRequestId()).isEqualTo("r-77");
    }

    /** Returns the failure of a call whose response has arrived, on a connection that stays open. */
    private DocprocException received(String head) throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(head + "\r\n\r\n" + Replies.CROP).awaitClientClose();
        })) {
            DocprocException failure = crop(server.url(), "");
            assertThat((Throwable) failure)
                    .isInstanceOf(DocprocInvalidResponseException.class)
                    .hasMessageContaining("the response has arrived");
            assertThat(failure.isRetryable()).isFalse();
            return failure;
        }
    }

    @Test
    void aPostOnAConnectionClosedByTheServerIsNotResent() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", Replies.CROP);
            connection.readRequest();
            connection.reset();
        })) {
            service.configuration().setBaseUrl(server.url());
            assertThat(service.send("docproc:crop").getException()).isNull();
            assertTransport(Replies.failure(service.send("docproc:crop")), false);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    private DocprocException crop(String baseUrl, String options) {
        return Replies.failure(service.send("docproc:crop?baseUrl=" + baseUrl + options));
    }

    private DocprocException balance(String baseUrl, String options) {
        return Replies.failure(service.send("docproc:balance?baseUrl=" + baseUrl + options, null));
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertTransport(
            DocprocException failure, boolean retryable) {
        assertThat(failure.isRetryable()).as(failure.getMessage()).isEqualTo(retryable);
        return assertThat((Throwable) failure)
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("retryable=" + retryable);
    }

    private static final String TIMEOUTS = "&responseTimeout=5m";
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nx-request-id: r-77\r\nContent-Length: 500000\r\n\r\n{\"message\":\"";

    private int callTimeout;

    /** A machine that is busy sends a request within two seconds. */
    private void limitCalls(int milliseconds) {
        callTimeout = milliseconds;
        service.configuration().setCallTimeout(milliseconds);
    }

    private static RawServer dripping(String beginning, String drop) {
        return new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning).writeUntilClientCloses(drop);
        });
    }

    private void assertTimedOut(Exchange exchange) {
        assertThat(Replies.failure(exchange))
                .isInstanceOf(DocprocTransportException.class)
                .hasMessageContaining("the call took longer than callTimeout, " + callTimeout + " ms");
    }

    @ParameterizedTest
    @CoversFault({5, 6})
    @ValueSource(strings = {HEAD, "HTTP/1.1 200 OK\r\nx-drip: "})
    void aResponseThatNeverEndsIsAbortedByCallTimeout(String beginning) throws IOException {
        limitCalls(2_000);
        try (RawServer server = dripping(beginning, "x")) {
            String options = "?baseUrl=" + server.url() + TIMEOUTS;
            for (String operation :
                    beginning.equals(HEAD) ? List.of("crop", "parseSync", "balance") : List.of("balance")) {
                Exchange exchange = service.send("docproc:" + operation + options);
                assertTimedOut(exchange);
                assertThat(Replies.failure(exchange).isRetryable()).isEqualTo(operation.equals("balance"));
            }
        }
    }

    @Test
    void anUploadThatIsNotReadIsAbortedByCallTimeout() throws IOException {
        limitCalls(300);
        byte[] large = Arrays.copyOf(Replies.DOCUMENT, 30_000_000);
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            awaitServerShutdown();
        })) {
            assertTimedOut(service.send("docproc:crop?baseUrl=" + server.url() + TIMEOUTS, large));
        }
    }

    private static void awaitServerShutdown() throws IOException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 200_000})
    void aDocumentThatHangsIsAbortedAndItsPermitIsReleased(int bytesBefore) throws Exception {
        boolean isRead = bytesBefore <= 1000;
        limitCalls(isRead ? 300 : 2_000);
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        Calls calls = new Calls(service.context(), "docproc:crop?validateInput=" + isRead);
        Exchange hanging = calls.exchange();
        hanging.getMessage()
                .setBody(new SequenceInputStream(
                        new ByteArrayInputStream(Arrays.copyOf(Replies.DOCUMENT, bytesBefore)),
                        new PipedInputStream(new PipedOutputStream())));

        calls.offer(hanging);
        calls.awaitDone(1);
        assertTimedOut(hanging);
        assertThat(hanging.getException())
                .asInstanceOf(InstanceOfAssertFactories.type(DocprocTransportException.class))
                .matches(failure -> failure.isUnsent() && failure.isRetryable());

        // Its outcome depends on the speed of the machine; without the released permit it would never complete.
        calls.offer();
        calls.awaitDone(2);
    }
}
