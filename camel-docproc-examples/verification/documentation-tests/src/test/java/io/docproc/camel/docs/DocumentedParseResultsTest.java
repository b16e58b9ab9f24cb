/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Replies;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the routes of the documentation that use the results of a parse. */
final class DocumentedParseResultsTest extends DocumentedRoutesFixture {
    private static final String PARSED =
            "{\"code\":200,\"data\":{\"elements\":[{\"element_id\":\"e1\",\"type\":\"title\",\"page_number\":1},"
                    + "{\"element_id\":\"e2\",\"type\":\"table\",\"page_number\":3}],\"pages\":[{\"page_number\":2}]}}";

    private void send(Dsl dsl, String page, String uri) throws Exception {
        assertThat(send(dsl, page, new DocumentedRoutes(), uri, Replies.DOCUMENT)
                        .getException())
                .isNull();
    }

    private void completeTheJob() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\""
                + service.server().baseUrl() + "/results/1\"}}");
        service.server()
                .stubFor(get(urlEqualTo("/results/1"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"markdown\":\"# Invoice\\n\"}}")));
    }

    private List<String> requests() {
        return service.server().getAllServeEvents().stream()
                .map(event -> event.getRequest().getUrl())
                .toList();
    }

    @ParameterizedTest
    @EachDsl
    void parseWritesTheMarkdownOfTheDocument(Dsl dsl) throws Exception {
        completeTheJob();

        send(dsl, "parse", "direct:parse");

        assertThat(outbox().resolve("invoice.pdf.md")).hasContent("# Invoice\n");
        assertThat(requests())
                .containsExactly("/results/1", "/api/v1/xparse/parse/async/j-1", "/api/v1/xparse/parse/async");
    }

    @ParameterizedTest
    @EachDsl
    void parseResultWritesTheMarkdownOfAJob(Dsl dsl) throws Exception {
        completeTheJob();
        dsl.load(service.context(), "parse-result", new DocumentedRoutes());

        service.call("direct:parseResult", "j-1", Map.of(Exchange.FILE_NAME, "invoice.pdf"));

        assertThat(outbox().resolve("invoice.pdf.md")).hasContent("# Invoice\n");
        assertThat(requests()).containsExactly("/results/1", "/api/v1/xparse/parse/async/j-1");
    }

    @ParameterizedTest
    @EachDsl
    void splitElementsWritesEachElement(Dsl dsl) throws Exception {
        service.respondWith(PARSED);

        send(dsl, "split-elements", "direct:splitElements");

        assertThat(outbox().toFile().list())
                .containsExactlyInAnyOrder("invoice.pdf-1-e1.json", "invoice.pdf-3-e2.json");
        assertThat(outbox().resolve("invoice.pdf-3-e2.json"))
                .hasContent("{\"element_id\":\"e2\",\"type\":\"table\",\"page_number\":3}");
    }

    @ParameterizedTest
    @CsvSource({
        "elements, ${body[type]} == 'table', ${body[element_id]}.json, e2.json",
        "pages, ${body[type]} == null, ${file:name}-${body.pageNumber}.json, invoice.pdf-2.json"
    })
    void aSplitWritesTablesOrPages(String output, String condition, String name, String file) throws Exception {
        service.respondWith(PARSED);
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:split")
                        .to("docproc:parseSync?output=" + output)
                        .split(body())
                        .streaming()
                        .filter(simple(condition))
                        .to("file:{{outbox}}?fileName=" + name);
            }
        });

        service.send("direct:split", Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, "invoice.pdf"));

        assertThat(outbox().toFile().list()).containsExactly(file);
    }

    @ParameterizedTest
    @EachDsl
    void pageMarkdownWritesEachPage(Dsl dsl) throws Exception {
        service.respondWith(
                "{\"code\":200,\"data\":{\"elements\":[{\"type\":\"title\",\"text\":\"A\",\"page_number\":1},"
                        + "{\"text\":\"B\",\"page_number\":1},{\"text\":\"C\",\"page_number\":2}]}}");

        send(dsl, "page-markdown", "direct:pageMarkdown");

        assertThat(outbox().resolve("invoice.pdf-1.md")).hasContent("# A\n\nB");
        assertThat(outbox().resolve("invoice.pdf-2.md")).hasContent("C");
    }
}
