/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.RawServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Download of the result of a job with {@code parseResult}. */
class ParseResultTest extends ParseResultFixture {
    @ParameterizedTest
    @ValueSource(strings = {DOCUMENT, ENVELOPE, "{\"data\":" + DOCUMENT + ",\"code\":200}"})
    void theResultIsReadWithAndWithoutEnvelope(String result) {
        resultIs(result);

        Message message = service.call("docproc:parseResult", " job-1\n");

        assertThat(message.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(message.getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-1");
        assertThat(message.getHeader(DocprocConstants.STATUS)).isEqualTo("completed");
        assertThat(message.getHeader(DocprocConstants.RESULT_URL)).isEqualTo(resultUrl());
        assertThat(requests()).containsExactly(RESULT, STATUS);
        for (String output : List.of("markdown", "elements")) {
            assertThat(service.call("docproc:parseResult?jobId=job-1&output=" + output, null)
                            .getBody())
                    .isInstanceOf(output.equals("markdown") ? StreamCache.class : Iterable.class);
        }
        assertThat(service.call("docproc:parseResult?output=response", "job-1").getBody(String.class))
                .isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/r/合同.json?Signature=a%2Bb | /r/%E5%90%88%E5%90%8C.json?Signature=a%2Bb",
                "/r/a b.json?x=a b+c&y=%20%e5 | /r/a%20b.json?x=a%20b+c&y=%20%e5",
                "/r/scan[1].json?x[0]=1 | /r/scan%5B1%5D.json?x[0]=1",
                "/r/100%.json?x=%zz | /r/100%25.json?x=%25zz",
                "/r/{a}^`\"<>\\.json | /r/%7Ba%7D%5E%60%22%3C%3E%5C.json",
                "/r/e\u0301é😀.json | /r/e%CC%81%C3%A9%F0%9F%98%80.json",
                "//r/./a/..;p=1/%2F%2f//b.json?u=http://h/?q&&=#part | //r/./a/..;p=1/%2F%2f//b.json?u=http://h/?q&&=",
                "?Signature=%E5合 | /?Signature=%E5%E5%90%88"
            })
    void onlyTheIllegalCharactersOfAResultUrlAreEscaped(String given, String requested) throws IOException {
        String path = given.replace("\\u0301", "\u0301");
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.respond(200, "application/json", DOCUMENT);
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());

            Message message = service.call(
                    "docproc:parseResult",
                    new ParseJob("job-1", null, "completed", server.url() + path + "\n", null, null));

            assertThat(message.getBody(String.class)).isEqualTo(DOCUMENT);
            assertThat(server.requests())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("GET " + requested + " HTTP/1.1\r\n");
        }
    }

    @Test
    void aCompletedJobInTheBodyNeedsNoStatusRequest() {
        service.call("docproc:parseResult", new ParseJob("job-1", null, "completed", resultUrl(), null, null));
        service.call("docproc:parseResult", new ParseCompletion("job-1", "completed", resultUrl(), null, null));

        assertThat(requests()).containsExactly(RESULT, RESULT);
    }

    @Test
    void theIdentityOfTheDocumentIsKeptAlsoAfterAFailureUnlessTheJobIsAnotherOne() {
        Map<String, Object> identity =
                Map.of(DocprocConstants.JOB_ID, "job-1", DocprocConstants.CORRELATION_ID, "a.pdf");
        for (String uri :
                List.of("docproc:parseResult", "docproc:parseStatus", "docproc:parseResult?maxResultSize=1")) {
            assertThat(service.send(uri, "job-1", identity).getMessage().getHeaders())
                    .containsAllEntriesOf(identity);
        }

        assertThat(service.call(
                                "docproc:parseStatus?jobId=job-1",
                                null,
                                Map.of(DocprocConstants.JOB_ID, "job-2", DocprocConstants.CORRELATION_ID, "b.pdf"))
                        .getHeaders())
                .containsEntry(DocprocConstants.JOB_ID, "job-1")
                .doesNotContainKey(DocprocConstants.CORRELATION_ID);
    }

    @Test
    void anotherOrAnUnfinishedJobInTheBodyNeedsAStatusRequest() {
        ParseJob other =
                new ParseJob("job-2", null, "completed", service.server().baseUrl() + "/other", null, null);
        service.call("docproc:parseResult?jobId=job-1", other);
        service.call("docproc:parseResult", new ParseJob("job-1", null, null, null, null, null));
        service.call(
                "docproc:parseResult",
                "job-1",
                Map.of(DocprocConstants.RESULT_URL, service.server().baseUrl() + "/other"));

        assertThat(requests()).containsExactly(RESULT, STATUS, RESULT, STATUS, RESULT, STATUS);
    }

    @Test
    void anExpiredUrlInTheBodyNeedsAStatusRequest() {
        ParseJob expired =
                new ParseJob("job-1", null, "completed", service.server().baseUrl() + "/expired", null, null);

        assertThat(service.call("docproc:parseResult", expired).getBody(String.class))
                .isEqualTo(DOCUMENT);
        assertThat(requests()).containsExactly(RESULT, STATUS, "/expired");
    }

    @Test
    void aPartialResultIsCarriedOrAccepted() {
        String partial = ENVELOPE.replace("200", "50207");
        resultIs(partial);

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:parseResult", "job-1");
        Message accepted = service.call("docproc:parseResult?partialFailure=accept", "job-1");

        assertThat(service.context().getTypeConverter().convertTo(String.class, failure.getPartialResponse()))
                .isEqualTo(DOCUMENT);
        assertThat(failure).hasMessageContaining("with partialFailure=accept it becomes the body");
        assertThat(accepted.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(accepted.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
    }
}
