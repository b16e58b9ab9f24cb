/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.ResolveEndpointFailedException;
import org.apache.camel.StreamCache;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements and pages of a parsed document that a route splits. */
@Timeout(60)
class DocumentPartsTest {
    private static final String ELEMENTS =
            "[{\"element_id\":\"e-1\",\"type\":\"title\",\"text\":\"A\",\"page_number\":1,"
                    + "\"coordinates\":[0.10,0.2,0.9,0.2,0.9,0.3,0.1,0.3]},"
                    + "{\"element_id\":\"e-2\",\"type\":\"table\",\"page_number\":2}]";
    private static final String PAGES = "[{\"page_number\":1,\"width\":600},{\"page_number\":2}]";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Message> parts = new CopyOnWriteArrayList<>();

    private static String response(String data) {
        return "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":{" + data + "}}";
    }

    private void record(Exchange exchange) {
        parts.add(exchange.copy().getMessage());
    }

    private List<String> simple(String expression) {
        return parts.stream()
                .map(part -> service.context()
                        .resolveLanguage("simple")
                        .createExpression(expression)
                        .evaluate(part.getExchange(), String.class))
                .toList();
    }

    private List<Object> bodies() {
        return parts.stream().map(Message::getBody).toList();
    }

    private void split(String output) throws Exception {
        service.route(routes -> routes.from("direct:split")
                .to("docproc:parseSync?output=" + output)
                .setHeader("later", routes.constant("set after the call"))
                .split(routes.body())
                .streaming()
                .process(DocumentPartsTest.this::record));
    }

    @Test
    void eachElementIsItsFieldsAndHasTheHeadersOfTheMessage() throws Exception {
        service.respondWith(response("\"elements\":" + ELEMENTS));
        split("elements");

        service.call("direct:split", Replies.DOCUMENT, Map.of("mine", 1));

        assertThat(parts).hasSize(2);
        assertThat(parts.get(0).getBody(DocumentPart.class))
                .containsEntry("text", "A")
                .containsEntry("page_number", 1)
                .containsEntry(
                        "coordinates",
                        List.of(
                                new BigDecimal("0.10"),
                                new BigDecimal("0.2"),
                                new BigDecimal("0.9"),
                                new BigDecimal("0.2"),
                                new BigDecimal("0.9"),
                                new BigDecimal("0.3"),
                                new BigDecimal("0.1"),
                                new BigDecimal("0.3")));
        assertThat(parts.get(0).getHeaders())
                .containsEntry(DocprocConstants.REQUEST_ID, "r-1")
                .containsEntry("mine", 1)
                .containsEntry("later", "set after the call");
        assertThat(simple("${body.pageNumber} ${body[type]} ${body[element_id]} ${body[coordinates]}"))
                .containsExactly("1 title e-1 [0.10, 0.2, 0.9, 0.2, 0.9, 0.3, 0.1, 0.3]", "2 table e-2 ");
    }

    @Test
    void aPartConvertsToItsJson() throws Exception {
        service.respondWith(response("\"elements\":" + ELEMENTS));
        split("elements");

        service.call("direct:split");

        JsonNode expected = new ObjectMapper().readTree(ELEMENTS);
        assertThat(parts.get(0).getBody(String.class))
                .isEqualTo(expected.get(0).toString().replace("0.1,0.2", "0.10,0.2"));
        assertThat(new ObjectMapper().readTree(parts.get(1).getBody(byte[].class)))
                .isEqualTo(expected.get(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"markdown\":\"# A\",\"elements\":" + ELEMENTS + ",\"pages\":" + PAGES,
                "\"pages\":" + PAGES + ",\"elements\":" + ELEMENTS + ",\"markdown\":\"# A\"",
                "\"elements\" : " + ELEMENTS + " , \"summary\":{\"elements\":[],\"pages\":1}, \"pages\":" + PAGES
                        + ",\"markdown\" : \"# A\" "
            })
    void theOrderOfMembersIsIrrelevant(String data) throws Exception {
        for (String response : List.of(response(data), "{\"data\":{" + data + "},\"code\":200}")) {
            service.respondWith(response);

            assertThat(ids("elements", "element_id")).containsExactly("e-1", "e-2");
            assertThat(ids("pages", "page_number")).containsExactly(1, 2);
            assertThat(service.call("docproc:parseSync?output=markdown").getBody(String.class))
                    .isEqualTo("# A");
        }
    }

    private List<Object> ids(String output, String member) {
        List<Object> ids = new ArrayList<>();
        Iterator<?> iterator =
                service.call("docproc:parseSync?output=" + output).getBody(Iterator.class);
        iterator.forEachRemaining(part -> ids.add(((DocumentPart) part).get(member)));
        return ids;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[]|0", "null|0", "[1, \"two\", null, [3]]|3"})
    void valuesOfAnyTypeButNullAreParts(String elements, int count) throws Exception {
        service.respondWith(response("\"elements\":" + elements));
        split("elements");

        service.call("direct:split");

        assertThat(bodies()).hasSize(count);
    }

    @ParameterizedTest
    @CsvSource({"elements,{}", "elements,'\"elements\":{}'", "pages,'\"pages\":\"two\"'", "pages,\"elements\":[]"})
    void missingPartsAreAnInvalidResponseThatIsNotLost(String output, String data) {
        String response = response(data.equals("{}") ? "" : data);
        service.respondWith(response);

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:parseSync?output=" + output);

        assertThat(failure).hasMessageContaining("has no array '" + output + "'");
        assertThat(text(failure.getResponse())).isEqualTo(response);
    }

    private String text(Object stream) {
        return service.context().getTypeConverter().convertTo(String.class, (StreamCache) stream);
    }

    @ParameterizedTest
    @ValueSource(strings = {"document", "markdown", "elements"})
    void aMalformedResponseIsCarriedWhole(String output) {
        String malformed = response("\"markdown\":\"# A\",\"elements\":[{\"text\":\"" + "x".repeat(50_000)
                + "\"},{\"text\":#},{\"text\":\"" + "y".repeat(500_000) + "\"}]");
        service.respondWith(malformed);

        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, "docproc:parseSync?output=" + output);

        assertThat(failure).hasMessageContaining("it is not JSON").hasMessageContaining("it begins: {\"code\":200");
        assertThat(text(failure.getResponse())).isEqualTo(malformed);
    }

    @Test
    void anElementThatIsTooLargeFailsAndTheResponseIsCarried() throws Exception {
        String large = response("\"elements\":[{\"type\":\"text\"},{\"text\":\"" + "x".repeat(34_000_000) + "\"}]");
        service.respondWith(large);
        split("elements");

        Exchange exchange = service.send("direct:split");

        assertThat(exchange.getException())
                .isInstanceOf(DocprocInvalidResponseException.class)
                .hasMessageContaining("part 2 of the parsed document cannot be read");
        assertThat(parts).hasSize(1);
        assertThat(((StreamCache) ((DocprocInvalidResponseException) exchange.getException()).getResponse()).length())
                .isEqualTo(large.length());
    }

    @Test
    void outputPagesRequestsThePagesAndIsRefusedWithoutThem() {
        service.respondWith(response("\"pages\":" + PAGES));
        assertThat(service.call("docproc:parseSync", Replies.DOCUMENT, Map.of(DocprocConstants.OUTPUT, "pages"))
                        .getBody())
                .isInstanceOf(Iterable.class);
        assertThat(service.onlyRequest().getBodyAsString()).contains("{\"capabilities\":{\"pages\":true}}");

        Assertions.assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseSync?output=pages&pages=false"))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .rootCause()
                .hasMessageContaining("output=pages requires the pages of the response, but pages is false");
        DocprocException failure = service.failure(
                DocprocInvalidRequestException.class,
                "docproc:parseSync?pages=false",
                Replies.DOCUMENT,
                Map.of(DocprocConstants.OUTPUT, "pages"));
        assertThat(failure).hasMessageContaining("pages is false");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# 标题 é 😀",
                "\\\"\\\\\\/\\b\\f\\n\\r\\t",
                "\\u6807\\u00e9\\u00E9\\u0041\\u0000",
                "\\ud83d\\ude00 and \\uD83D\\uDE00\\uD83D\\uDE00",
                "\\ud83dx",
                "\\ude00",
                "\\ud83d\\ud83d\\ude00"
            })
    void theMarkdownIsDecodedAsJacksonDoes(String text) throws Exception {
        for (String padding : List.of("", "x".repeat(8_191), "x".repeat(8_189))) {
            String json = '"' + padding + text + padding + '"';
            String expected = new ObjectMapper().readValue(json, String.class);
            service.respondWith(response("\"markdown\":" + json));

            assertThat(service.call("docproc:parseSync?output=markdown").getBody(String.class))
                    .isEqualTo(new String(expected.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }

    private static final String PAGE_MARKDOWN = "docproc:parseSync?output=pageMarkdown";

    private List<PageMarkdown> pages(String elements) {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":" + elements + "}}");
        List<PageMarkdown> pages = new ArrayList<>();
        Iterable<?> body = service.call(PAGE_MARKDOWN).getBody(Iterable.class);
        body.forEach(page -> pages.add((PageMarkdown) page));
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
                        .map(page -> page.pageNumber() + ": " + page.markdown())
                        .toList())
                .hasToString(expected.replace('~', '\n'));
    }

    @Test
    void eachPageConvertsToJson() {
        PageMarkdown page = pages("[{\"page_number\":7,\"text\":\"A\"}]").get(0);

        assertThat(service.context().getTypeConverter().convertTo(String.class, page))
                .isEqualTo("{\"page_number\":7,\"markdown\":\"A\"}");
    }

    private static final int ELEMENT_COUNT = 500;

    static final String CALL = "docproc:parseSync?output=elements";

    private static final String TEXT = "x".repeat(1_000);

    @TempDir
    Path spool;

    private void respondWithALargeDocument() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.respondWith("{\"code\":200,\"data\":{\"elements\":"
                + IntStream.range(0, ELEMENT_COUNT)
                        .mapToObj(id -> "{\"element_id\":" + id + ",\"text\":\"" + TEXT + "\"}")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}}");
    }

    @Test
    void theElementsOfASpoolFileCanBeReadAgain() {
        respondWithALargeDocument();
        Iterable<?> elements = service.call(CALL).getBody(Iterable.class);

        for (int reading = 0; reading < 2; reading++) {
            List<Object> ids = new ArrayList<>();
            elements.forEach(part -> ids.add(((DocumentPart) part).get("element_id")));
            assertThat(ids).isEqualTo(IntStream.range(0, ELEMENT_COUNT).boxed().toList());
        }
    }

    @Test
    void theMarkdownAloneIsKept() {
        respondWithALargeDocument();
        service.respondWith("{\"code\":200,\"data\":{\"elements\":[\"" + "x".repeat(600_000) + "\"],\"markdown\":\""
                + "标题\\n".repeat(100_000) + "\"}}");

        Message message = service.call("docproc:parseSync?output=markdown");

        TempFolder.awaitCount(spool, 1);
        assertThat(message.getBody(String.class)).isEqualTo("标题\n".repeat(100_000));
    }
}
