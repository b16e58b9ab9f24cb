/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Responses that arrive before the document is sent completely. */
@Timeout(120)
class EarlyResponseTest {
    private static final int SMALL = 100_000;
    private static final int LARGE = 20_000_000;
    private static final String REFUSED = "{\"code\":40306,\"message\":\"qps limit exceeded\"}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Behaviour of the server after its response. */
    private enum AfterResponse {
        CLOSES(connection -> {}),
        RESETS(RawServer.Connection::reset),
        READS_SLOWLY(RawServer.Connection::readSlowly);

        private final RawServer.Script script;

        AfterResponse(RawServer.Script script) {
            this.script = script;
        }
    }

    private static RawServer responding(int status, String body, AfterResponse afterResponse) {
        return new RawServer(connection -> {
            connection.readHead();
            connection.respond(status, "application/json", body);
            afterResponse.script.run(connection);
        });
    }

    private Exchange send(RawServer server, String uri, Object body) {
        String options = (uri.contains("?") ? "&" : "?") + "validateInput=false&baseUrl=" + server.url();
        return service.send(uri + options, body, Map.of(DocprocConstants.FILE_NAME, "document.pdf"));
    }

    private static Stream<Arguments> requests() {
        return Stream.of("docproc:crop", "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")", "docproc:parseSync")
                .flatMap(uri ->
                        Stream.of(AfterResponse.values()).map(afterResponse -> Arguments.of(uri, afterResponse)));
    }

    @ParameterizedTest
    @MethodSource("requests")
    @CoversFault(52)
    void aRateLimitErrorDuringTheUploadStartsTheCooldown(String uri, AfterResponse afterResponse) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(1));
        for (int size : new int[] {SMALL, LARGE}) {
            byte[] document = Arrays.copyOf(Replies.DOCUMENT, size);
            for (Object body : new Object[] {document, new ByteArrayInputStream(document)}) {
                try (RawServer server = responding(200, REFUSED, afterResponse)) {
                    assertThat(Replies.failure(send(server, uri, body)))
                            .as("%s bytes as %s", size, body.getClass())
                            .isInstanceOf(DocprocRateLimitException.class);
                    assertThat(server.bytesReadSlowly()).isLessThan(LARGE);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"200, 40102", "200, 40003", "413, 40302", "413, 0"})
    @CoversFault(52)
    void otherErrorsDuringTheUploadAreRecognized(int status, int code) throws IOException {
        String body = code == 0 ? "<html>too large</html>" : "{\"code\":" + code + ",\"message\":\"refused\"}";
        Map<Integer, Class<?>> exceptions = Map.of(
                40102, DocprocAuthenticationException.class,
                40003, DocprocBalanceException.class,
                40302, DocprocDocumentException.class,
                0, DocprocException.class);
        for (int size : new int[] {SMALL, LARGE}) {
            try (RawServer server = responding(status, body, AfterResponse.CLOSES)) {
                DocprocException failure =
                        Replies.failure(send(server, "docproc:crop", Arrays.copyOf(Replies.DOCUMENT, size)));
                assertThat(failure).isInstanceOf(exceptions.get(code));
                assertThat(failure.getHttpStatus()).isEqualTo(status);
                assertThat(failure.getCode()).isEqualTo(code);
                assertThat(failure.isRetryable()).isFalse();
            }
        }
    }

    @Test
    void anInformationalResponseDoesNotAbortTheUpload() throws IOException {
        try (RawServer server = new RawServer(connection -> {
            String head = connection.readHead();
            connection.write("HTTP/1.1 102 Processing\r\n\r\n");
            connection.readBody(head);
            connection.respond(200, "application/json", Replies.CROP);
        })) {
            Exchange exchange = send(server, "docproc:crop", Arrays.copyOf(Replies.DOCUMENT, LARGE));
            assertThat(exchange.getException()).isNull();
        }
    }

    @Test
    void aDocumentThatFailsIsNotSentAsComplete() throws Exception {
        DataHandler failing = new DataHandler(new ByteArrayDataSource(new byte[0], "application/pdf") {
            @Override
            public InputStream getInputStream() {
                return new SequenceInputStream(new ByteArrayInputStream(new byte[200_000]), new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the disk is gone");
                    }
                });
            }
        });
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            received.add(connection.readToEnd());
        })) {
            DocprocException failure = Replies.failure(send(server, "docproc:crop", failing));

            assertThat(failure).isInstanceOf(DocprocDocumentException.class).hasMessageContaining("the disk is gone");
            assertThat(received.poll(60, TimeUnit.SECONDS)).doesNotEndWith("\r\n0\r\n\r\n");
        }
    }
}
