/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.MessageHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Body and headers that a route gets from {@code parseSync}. */
class ParseSyncResponseTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String DATA =
            "{ \"job_id\":\"j-1\", \"success_count\":3,\"markdown\":\"# 标题\",\"elements\":[]}";
    private static final String RESPONSE = "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"req-3\","
            + "\"version\":\"v1\",\"duration\":7,\"data\":" + DATA + "}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithADocument() {
        service.respondWith(RESPONSE);
    }

    @Test
    void theDocumentIsTheServicesJsonUnchanged() throws Exception {
        Message message = service.call("docproc:parseSync", PDF, Map.of("mine", 1));

        assertThat(message.getBody()).isInstanceOf(StreamCache.class);
        assertThat(message.getBody(String.class)).isEqualTo(DATA);
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(byte[].class)).isEqualTo(DATA.getBytes(StandardCharsets.UTF_8));
        MessageHelper.resetStreamCache(message);
        assertThat(message.getBody(InputStream.class).readAllBytes()).isEqualTo(DATA.getBytes(StandardCharsets.UTF_8));
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "mine",
                        1,
                        DocprocConstants.CODE,
                        200,
                        DocprocConstants.MESSAGE,
                        "success",
                        DocprocConstants.REQUEST_ID,
                        "req-3",
                        DocprocConstants.VERSION,
                        "v1",
                        DocprocConstants.DURATION,
                        new BigDecimal("7"),
                        DocprocConstants.JOB_ID,
                        "j-1",
                        DocprocConstants.SUCCESS_COUNT,
                        3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3_999, 4_000, 8_000, 100_000, 1_000_000})
    void aDocumentOfAnySizeIsExtractedExactly(int characters) {
        String data = "{ \"markdown\" : \"" + "标é😀x".repeat(characters / 5 + 1) + "\", \"elements\":[{\"data\":{}}] }";
        service.respondWith("{\"message\":\"成功 " + "好".repeat(characters % 4_000) + "\",\"data\" :  " + data
                + " , \"code\":200,\"pages\":[{\"data\":1}]}");

        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class)).isEqualTo(data);
    }

    @Test
    void outputResponseReturnsTheResponseUnchanged() {
        assertThat(service.call("docproc:parseSync?output=response", PDF).getBody(String.class))
                .isEqualTo(RESPONSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":500,\"message\":\"layout failed\",\"location\":%s}",
                "{\"code\":500,\"message\":\"layout failed\",\"data\":{\"location\":%s}}"
            })
    void theLocationOfAParseErrorIsShown(String response) {
        service.respondWith(response.formatted("{\"stage\":\"layout\",\"page_number\":3,\"element_id\":\"e-7\"}"));

        assertThat(service.failure(DocprocServerException.class, "docproc:parseSync", PDF))
                .hasMessageContaining("layout failed: stage=layout, page_number=3, element_id=e-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"page 3\"", "[]", "{}", "{\"stage\":null}"})
    void anUnexpectedLocationIsIgnored(String location) {
        service.respondWith("{\"code\":500,\"message\":\"layout failed\",\"location\":" + location + "}");

        assertThat(service.failure(DocprocServerException.class, "docproc:parseSync", PDF)
                        .getServiceMessage())
                .isEqualTo("layout failed");
    }

    @Test
    void aListOfDocumentsIsReturnedUnchanged() {
        service.respondWith("{\"data\":[1, 2],\"code\":200}");

        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class)).isEqualTo("[1, 2]");
    }

    @ParameterizedTest
    @CsvSource({"\"3\",3", "3.0,3", "many,", "null,", "\"\","})
    void anUnexpectedCountDoesNotLoseABilledResult(String count, Integer header) {
        service.respondWith(
                "{\"code\":200,\"data\":{\"success_count\":" + (count.equals("many") ? "\"many\"" : count) + "}}");

        Message message = service.call("docproc:parseSync", PDF);

        assertThat(message.getHeader(DocprocConstants.SUCCESS_COUNT)).isEqualTo(header);
        assertThat(message.getBody(String.class)).contains("success_count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"code\":200}", "{\"code\":200,\"data\":null}", "{\"code\":200,\"data\":\"text\"}"})
    void aResponseWithoutDocumentIsAnInvalidResponse(String response) {
        service.respondWith(response);

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:parseSync", PDF))
                .hasMessageContaining("no 'data'");
    }
}
