/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import io.docproc.camel.job.SubmittedJob;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which callbacks are refused, and that a refused body is not read. */
class RefusedCallbackTest extends CallbackReceiverFixture {
    @ParameterizedTest
    @CsvSource({"post,true", "POST,true", "GET,false", "PUT,false", "'',false", ",false"})
    void onlyPostIsAllowed(String method, boolean allowed) {
        Exchange http = request(stream(COMPLETED));
        http.getMessage().setHeader(Exchange.HTTP_METHOD, method);

        if (allowed) {
            send(http);
            assertResponse(http, 200, "accepted");
            assertThat(http.getMessage().getHeader("Allow")).isNull();
        } else {
            assertRefused(http, 405, "only POST is allowed");
            assertThat(http.getMessage().getHeader("Allow")).isEqualTo("POST");
        }
    }

    @Test
    void aStoppedConsumerRefusesCallbacksWithoutReadingThem() {
        inFlight.close();
        ObservedBody body = new ObservedBody(stream(COMPLETED));
        Exchange http = request(body);

        assertRefused(http, 503, "not accepted at present, send again later");

        assertThat(http.getMessage().getHeader("Retry-After")).isEqualTo(30);
        assertThat(body.read).isFalse();
    }

    @Test
    void theBodyOfAnUnauthenticatedCallbackIsNotRead() {
        ObservedBody body = new ObservedBody(stream(COMPLETED));

        Exchange http = request(body);
        http.getMessage().removeHeader(Exchange.HTTP_RAW_QUERY);

        assertRefused(http, 401, "signature missing, wrong or expired");

        assertThat(body.read).isFalse();
    }

    @Test
    void aCallbackForTheJobOfAnotherDocumentIsRefused() {
        jobRepository.submitted(new SubmittedJob("job-1", "b.pdf", TestSettings.PATH, Instant.now(), 0));

        assertRefused(request(stream(COMPLETED)), 401, "signature missing, wrong or expired");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json,,true",
        "'Application/JSON ; charset=utf-8',identity,true",
        "application/json,Identity,true",
        "application/json,gzip,false",
        "application/json,'',false",
        "application/json5,,false",
        "text/json,,false",
        "'text/plain;application/json',,false",
        "'',,false",
        ",,false"
    })
    void onlyUncompressedJsonIsRead(String type, String encoding, boolean accepted) {
        ObservedBody body = new ObservedBody(stream(COMPLETED));
        Exchange http = request(body);
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, type);
        http.getMessage().setHeader(Exchange.CONTENT_ENCODING, encoding);

        if (accepted) {
            send(http);
            assertResponse(http, 200, "accepted");
        } else {
            assertRefused(http, 415, "only uncompressed application/json is allowed");
            assertThat(body.read).isFalse();
        }
    }

    @Test
    void atMostOneByteMoreThanTheLimitIsRead() {
        ObservedBody atTheLimit = new ObservedBody(stream(COMPLETED + " ".repeat(LIMIT - COMPLETED.length())));
        Exchange http = request(atTheLimit);
        send(http);
        assertResponse(http, 200, "accepted");
        assertThat(atTheLimit.closed).isTrue();
        done.clear();
        routed.clear();

        InputStream beyond = stream(COMPLETED + " ".repeat(LIMIT + 10 - COMPLETED.length()));
        assertRefused(request(beyond), 413, "the body is larger than maxCallbackSize");
        assertThat(beyond).hasBinaryContent(" ".repeat(9).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aMissingOrInvalidBodyIsRefused() {
        assertRefused(request(null), 400, "the body is not a JSON object with the strings job_id and status");
        Exchange http = request(stream("{}"));

        send(http);

        assertResponse(http, 400, "the body is not a JSON object with the strings job_id and status");
        assertThat(counts.count(Outcome.REFUSED)).isEqualTo(2);
    }
}
