/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No answer came: what the route sees, and whether the same call may be repeated. */
@Timeout(30)
class TransportFailureTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    @Survives(1)
    void aRefusedConnectionMayBeRepeatedBecauseNothingWasSent() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0)) {
            port = taken.getLocalPort();
        }
        DocprocException failure = crop("http://127.0.0.1:" + port, "");
        assertTransport(failure, true).hasCauseInstanceOf(ConnectException.class);
        assertThat(failure.getOperation()).isEqualTo("crop");
        assertThat(failure.getHttpStatus()).isZero();
        assertThat(failure.getCode()).isZero();
    }

    @Test
    @Survives(2)
    void anUnknownHostMayBeRepeatedAndIsNamed() {
        DocprocException failure = crop("http://no-such-host.invalid", "");
        assertTransport(failure, true)
                .hasCauseInstanceOf(UnknownHostException.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    @Survives(4)
    void aConnectionThatIsNeverAcceptedIsGivenUpAndMayBeRepeated() throws IOException {
        List<SocketChannel> fillers = new ArrayList<>();
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                SocketChannel filler = SocketChannel.open();
                fillers.add(filler);
                filler.configureBlocking(false);
                filler.connect(deaf.getLocalSocketAddress());
            }
            assertTransport(crop("http://127.0.0.1:" + deaf.getLocalPort(), "&connectTimeout=200"), true);
        } finally {
            for (SocketChannel filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    @Survives(4)
    void aTlsHandshakeThatNeverAnswersIsGivenUpAndMayBeRepeated() throws IOException {
        try (RawServer server = new RawServer(RawServer.Connection::awaitClientsEnd)) {
            assertTransport(crop(server.url().replace("http:", "https:"), "&connectTimeout=200"), true);
        }
    }

    @Test
    @Survives(5)
    void headersThatNeverComeEndInATimeoutThatMayNotBeRepeated() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.awaitClientsEnd();
        })) {
            assertTransport(crop(server.url(), "&responseTimeout=200"), false)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aGetThatIsNeverAnsweredMayBeRepeated() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.awaitClientsEnd();
        })) {
            assertTransport(balance(server.url(), "&responseTimeout=200"), true)
                    .hasCauseInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    @Survives(6)
    void aBodyThatStopsComingEndsInATimeoutThatMayNotBeRepeated() throws IOException {
        try (RawServer server = stallingInTheBody()) {
            DocprocException failure = crop(server.url(), "&responseTimeout=200");
            assertTransport(failure, false).hasMessageContaining("the connection failed while the response was received");
            assertThat(failure.getHttpStatus()).isEqualTo(200);
            assertThat(failure.getRequestId()).isEqualTo("r-77");
        }
    }

    @Test
    @Survives(6)
    void aGetWhoseBodyStopsComingMayBeRepeated() throws IOException {
        try (RawServer server = stallingInTheBody()) {
            assertTransport(balance(server.url(), "&responseTimeout=200"), true);
        }
    }

    private static RawServer stallingInTheBody() {
        return new RawServer(connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nx-request-id: r-77\r\nContent-Length: 500\r\n\r\n{\"code\":");
            connection.awaitClientsEnd();
        });
    }

    @Test
    @Survives(7)
    void aResetDuringTheUploadMayNotBeRepeated() throws IOException {
        byte[] large = java.util.Arrays.copyOf(Replies.DOCUMENT, 20_000_000);
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            connection.reset();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            assertTransport(Replies.failure(service.send("docproc:crop", large)), false);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void aGetThatIsResetMayBeRepeated() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.reset();
        })) {
            assertTransport(balance(server.url(), ""), true);
            assertThat(server.requests())
                    .as("the component itself repeats nothing")
                    .hasSize(1);
        }
    }

    @Test
    @Survives(8)
    void anAnswerShorterThanAnnouncedIsNotTheServices() throws IOException {
        assertCutOff("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + Replies.CROP.substring(0, 60));
    }

    @Test
    @Survives(9)
    void aMalformedChunkIsNotTheServices() throws IOException {
        assertCutOff("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"code\":2\r\nzz\r\n");
    }

    @Test
    @Survives(9)
    void aChunkedAnswerThatEndsEarlyIsNotTheServices() throws IOException {
        assertCutOff("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{\"code\":2\r\n");
    }

    private void assertCutOff(String answer) throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(answer);
        })) {
            DocprocException failure = crop(server.url(), "");
            assertThat(failure)
                    .isInstanceOf(DocprocInvalidResponseException.class)
                    .hasMessageContaining("cut off");
            assertThat(failure.isRetryable()).isFalse();
            assertThat(((DocprocInvalidResponseException) failure).getExcerpt()).startsWith("{\"code\":2");
        }
    }

    @Test
    void bytesThatAreNoHttpEndTheCall() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write("220 mail.example.com ESMTP\r\n".repeat(200));
        })) {
            assertTransport(crop(server.url(), ""), false);
        }
    }

    @Test
    void aPostOverAConnectionThatTheServerHasClosedIsNotSentTwice() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.answer(200, "application/json", Replies.CROP);
            connection.readRequest();
            connection.reset();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            assertThat(service.send("docproc:crop", Replies.DOCUMENT).getException())
                    .isNull();
            assertTransport(Replies.failure(service.send("docproc:crop", Replies.DOCUMENT)), false);
            assertThat(server.requests()).hasSize(2);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void theConnectionOfAFailedCallIsNotUsedForTheNext() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n<html>not yet over");
            connection.awaitClientsEnd();
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            for (int call = 1; call <= 3; call++) {
                Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));
                assertThat(server.connections()).isEqualTo(call);
            }
        }
    }

    private DocprocException crop(String baseUrl, String options) {
        return Replies.failure(service.send("docproc:crop?baseUrl=" + baseUrl + options, Replies.DOCUMENT));
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
}
