/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid inputs with up to five changes, the same in each build. */
@Timeout(300)
class GeneratedInputTest {
    private static final int TRIES = Matrix.isFull() ? 2_000 : 150;
    private static final int[] NUMBERS = {0, 1, -1, 65_535, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x00FFFFFF};
    private static final String RESULT =
            """
            {"code":200,"message":"success","x_request_id":"r-1","duration":12,"result":{"origin_width":9,"success_count":1,
            "image_list":[{"angle":0,"position":[1,2,3,4,5,6,7,8],"image":"/9j/4AABAgP/2Q=="}],"extracted_schema":{"total":"1.5"},
            "citations":{"total":{"value":"1.5","bounding_regions":[{"page_number":1}]}},"pages":[{"page_number":1}]},
            "data":{"job_id":"j-1","status":"completed","markdown":"# A","balance":12.5,"list":[{"id":1,"end_time":"x"}]}}""";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Random random = new Random(4711);

    private byte[] changed(byte[] valid) {
        byte[] bytes = valid.clone();
        for (int change = random.nextInt(6); change > 0 && bytes.length > 8; change--) {
            int from = random.nextInt(bytes.length - 4);
            int to = from + random.nextInt(bytes.length - from);
            switch (random.nextInt(4)) {
                case 0 -> bytes[from] = (byte) random.nextInt();
                case 1 -> ByteBuffer.wrap(bytes).putInt(from, NUMBERS[random.nextInt(NUMBERS.length)]);
                case 2 -> bytes = joined(bytes, from, to);
                default -> bytes = joined(bytes, to, from);
            }
        }
        return bytes;
    }

    /** Returns the bytes before a position and those from another one on. */
    private static byte[] joined(byte[] bytes, int end, int start) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(bytes, 0, end);
        joined.write(bytes, start, bytes.length - start);
        return joined.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "crop",
                "extract?schema=RAW(" + Replies.SCHEMA + ")",
                "parseSync",
                "parseAsync",
                "parseStatus?jobId=j-1",
                "balance",
                "packages?apiPath=/crop",
                "call?servicePath=/crop&output=bytes",
                "addField"
            })
    void aResponseIsReadOrFailsTheCall(String operation) {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        service.component().getConfiguration().setMaxUnansweredCalls(0);
        List<String> responses = List.of(
                RESULT, "{\"code\":40302,\"message\":\"too large\",\"x_request_id\":\"r-2\"}", "<html>502</html>");
        Object body = operation.equals("addField") ? Map.of("name", "total") : Replies.DOCUMENT;
        for (int number = 0; number < TRIES; number++) {
            int status = List.of(200, 200, 200, 204, 302, 400, 500, 503).get(random.nextInt(8));
            byte[] response =
                    changed(responses.get(number % 5 % responses.size()).getBytes(StandardCharsets.UTF_8));
            service.respondWith(aResponse().withStatus(status).withBody(response));
            // An account of its own, because calls wait for the end of an outage.
            String account = (operation.contains("?") ? "&" : "?") + "appId=a" + number;

            Exception failure =
                    service.send("docproc:" + operation + account, body).getException();

            if (failure != null) {
                assertThat(failure)
                        .as("%s %s", status, new String(response, StandardCharsets.UTF_8))
                        .isInstanceOf(DocprocException.class)
                        .hasMessageStartingWith(operation.replaceFirst("\\?.*", "") + ": ");
            }
        }
        assertThat(service.server().getAllServeEvents()).hasSize(TRIES);
    }

    @Test
    void aDocumentIsSentUnchangedOrRefused() throws Exception {
        List<byte[]> documents = List.of(
                Samples.pdf(),
                Samples.image("jpg", 300, 200),
                Samples.image("png", 300, 200),
                Samples.image("bmp", 300, 200),
                Samples.image("tif", 300, 200),
                Samples.gif(2));
        service.respondWith(RESULT);
        for (int number = 0; number < TRIES; number++) {
            byte[] document = changed(documents.get(number % documents.size()));
            service.server().resetRequests();

            Exchange exchange =
                    service.send("docproc:crop", number % 2 == 0 ? document : new ByteArrayInputStream(document));

            if (exchange.getException() == null) {
                assertThat(service.onlyRequest().getBody()).isEqualTo(document);
            } else {
                assertThat(exchange.getException()).isInstanceOf(DocprocDocumentException.class);
                service.assertNothingSent();
            }
        }
    }
}
