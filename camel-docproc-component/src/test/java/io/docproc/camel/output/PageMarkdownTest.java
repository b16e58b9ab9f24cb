/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code output=pageMarkdown}: the text of each page, with the number of the page. */
class PageMarkdownTest {
    private static final String URI = "docproc:parseSync?output=pageMarkdown";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private List<Message> pages(String elements) {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":" + elements + "}}");
        List<Message> pages = new ArrayList<>();
        Iterable<?> body = service.call(URI, Replies.DOCUMENT).getBody(Iterable.class);
        body.forEach(page -> pages.add((Message) page));
        return pages;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|[]",
                "[null, 7, [1], {}]|[0: ]",
                "[{'page_number':1,'text':'A'},{'page_number':1,'text':'B'},{'page_number':2,'text':'C'}]|[1: A~~B, 2: C]",
                "[{'text':'A','page_number':'3'},{'text':'of the page before'},{'page_number':4,'text':null}]"
                        + "|[3: A~~of the page before, 4: ]",
                "[{'type':'Title','text':'A','page_number':1},{'type':'title','text':'# B'}]|[1: # A~~# B]",
                "[{'page_id':1,'outline_level':2,'text':'A'},{'page_id':1,'outline_level':-1,'text':'B'}]|[1: ### A~~B]",
                "[{'page_number':1,'text':' A~','objects':[{'page_number':9,'text':'x'}],'image_data':{'text':'y'}},"
                        + "{'page_number':1,'text':' '}]|[1: A]",
                "[{'type':'Title','level':1,'text':'A'},{'type':'Title','level':'3','outline_level':0,'text':'B'}]|[0: # A~~### B]",
                "[{'type':'Title','level':9,'text':'A'},{'type':'Title','level':0,'text':'B'}]|[0: ###### A~~# B]",
                "[{'type':'Title','level':null,'outline_level':1,'text':'A'},{'type':'Text','level':2,'text':'B'}]|[0: ## A~~B]",
                "[{'page_number':2,'text':'A'},{'page_number':1,'text':'B'},{'page_number':2,'text':'C'}]|[2: A, 1: B, 2: C]"
            })
    void theTextsOfEachPageAreJoinedInReadingOrder(String elements, String expected) {
        assertThat(pages(elements.replace('\'', '"').replace("~", "\\n")).stream()
                        .map(page -> page.getBody(PageMarkdown.class))
                        .map(page -> page.pageNumber() + ": " + page.markdown())
                        .toList())
                .hasToString(expected.replace('~', '\n'));
    }

    @Test
    void eachPageHasItsNumberAsHeaderAndConvertsToJson() {
        Message page = pages("[{\"page_number\":7,\"text\":\"A\"}]").get(0);

        assertThat(page.getHeaders()).containsEntry(DocprocConstants.PAGE_NUMBER, 7);
        assertThat(service.context().getTypeConverter().convertTo(String.class, page.getBody()))
                .isEqualTo("{\"page_number\":7,\"markdown\":\"A\"}");
    }

    @Test
    void missingElementsAreAnInvalidResponse() {
        service.respondWith("{\"code\":200,\"data\":{\"markdown\":\"# A\"}}");

        assertThat(service.failure(DocprocInvalidResponseException.class, URI, Replies.DOCUMENT))
                .hasMessageContaining("has no array 'elements', which output=pageMarkdown requires");
    }
}
