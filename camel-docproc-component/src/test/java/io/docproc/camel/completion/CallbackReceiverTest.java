/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a callback request is read, and requests and responses that fail. */
class CallbackReceiverTest {
    private static final int LIMIT = 100;
    private static final String COMPLETED = "{\"job_id\":\"job-1\",\"status\":\"completed\"}";

    @AutoClose
    private final StubServer server = new StubServer(LIMIT);

    private final List<Boolean> done = new ArrayList<>();

    private Message response(String method, String rawQuery, InputStream body) {
        Exchange http = server.request(method, "application/json", rawQuery, body);
        http.setException(new IllegalStateException("from the server"));
        http.getMessage().setHeader("x", "y");
        server.process(http, done::add);
        assertThat(done).containsExactly(true);
        assertThat(http.getException()).isNull();
        assertThat(http.getMessage().getHeaders()).doesNotContainKeys("x", Exchange.HTTP_METHOD);
        assertThat(server.pending()).isZero();
        return http.getMessage();
    }

    private static ByteArrayInputStream stream(String body) {
        return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anErrorWhileTheBodyIsReadIsReportedAsFailure() {
        Message response = response("POST", StubServer.SIGNED, new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        });

        assertThat(response.getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(500);
        assertThat(response.getBody()).isEqualTo("{\"status\":\"processing failed, send again later\"}");
    }

    /** No method, no signature, and a suspended route. */
    @ParameterizedTest
    @CsvSource({"405,Allow,POST", "401,Content-Type,application/json", "503,Retry-After,30"})
    void theBodyOfACallbackThatIsNotAcceptedIsNotRead(int status, String header, String value) throws Exception {
        if (status == 503) {
            server.camel.getRouteController().suspendRoute("completions");
        }
        ByteArrayInputStream body = stream(COMPLETED);

        Message response = response(status == 405 ? null : "POST", status == 401 ? null : StubServer.SIGNED, body);

        assertThat(response.getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(status);
        assertThat(response.getHeader(header, String.class)).isEqualTo(value);
        assertThat(body.available()).isEqualTo(COMPLETED.length());
        assertThat(server.routed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0,200,0", "10,413,9"})
    void atMostOneByteMoreThanTheLimitIsRead(int excess, int status, int left) {
        ByteArrayInputStream body = stream(COMPLETED + " ".repeat(LIMIT + excess - COMPLETED.length()));

        assertThat(response("POST", StubServer.SIGNED, body).getHeader(Exchange.HTTP_RESPONSE_CODE))
                .isEqualTo(status);
        assertThat(body.available()).isEqualTo(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {COMPLETED, "{}"})
    void aResponseThatCannotBeSentLeavesNothingInFlight(String body) {
        Exchange http = server.request("POST", "application/json", StubServer.SIGNED, stream(body));
        try {
            server.process(http, doneSync -> {
                done.add(doneSync);
                throw new IllegalStateException("the connection is closed");
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("the connection is closed");
        }

        assertThat(done).hasSize(1);
        assertThat(server.pending()).isZero();
    }
}
