/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.util.Arrays;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents and options that identify a stored result. */
@Timeout(60)
class StoredResultKeyTest extends StoredResultFixture {
    @Test
    void anotherOutputOfTheSameCallIsNotBilledAgain() {
        service.call("docproc:crop", Replies.DOCUMENT);
        Message response = service.call("docproc:crop?output=response", Replies.DOCUMENT);

        assertCalls(1);
        assertThat(response.getBody(String.class)).contains("image_list");
    }

    @Test
    void theFileNameIsNotPartOfTheKey() {
        service.call(EXTRACT, Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, "a.pdf"));
        service.call(EXTRACT, Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, "b.pdf"));

        assertCalls(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:crop?enhanceMode=2",
                "docproc:crop?appId=another",
                EXTRACT,
                EXTRACT + "&pageCount=2",
                EXTRACT + "&pdfPassword=geheim",
                "docproc:extract?schema=RAW({\"type\":\"object\",\"properties\":{\"tax\":{\"type\":\"string\"}}})",
                "docproc:parseSync",
                "docproc:parseSync?pages=true",
                "docproc:parseSync?titleTree=true&param.a=1",
                "docproc:crop?param.new_key=1",
                "docproc:parseSync?parseService=other"
            })
    void otherOptionsMakeAnotherCall(String uri) {
        service.server().stubFor(Stubs.ok("/api/v1/other/parse/sync", Replies.PARSE));
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call(EXTRACT + "&stamp=true", Replies.DOCUMENT);
        service.call("docproc:parseSync?titleTree=true", Replies.DOCUMENT);

        assertThat(service.call(uri, Replies.DOCUMENT).getHeader(DocprocConstants.BILLED))
                .isEqualTo(true);
        assertCalls(4);
    }

    @Test
    void anotherDocumentMakesAnotherCall() {
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call("docproc:crop", Arrays.copyOf(Replies.DOCUMENT, Replies.DOCUMENT.length + 1));

        assertCalls(2);
    }

    @Test
    void aDocumentGivenAsUrlIsAlwaysBilled() {
        service.call("docproc:crop?fileUrl=https://example.com/a.jpg", null);
        Message second = service.call("docproc:crop?fileUrl=https://example.com/a.jpg", null);

        assertCalls(2);
        assertThat(second.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
    }
}
