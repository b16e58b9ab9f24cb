/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import io.docproc.camel.model.ElementSplitter;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.model.TextChunk;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks of a parsed document for search: their size, overlap, page, headings and tables. */
class ElementSplitterTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Splits the elements of a response as a route does. */
    private List<Exchange> chunks(int maxCharacters, int overlap, String elements) throws Exception {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":" + elements + "}}");
        service.route(routes -> routes.from("direct:chunks")
                .to("docproc:parseSync?output=elements")
                .split()
                .method(new ElementSplitter(maxCharacters, overlap), "split")
                .streaming()
                .stopOnException()
                .to("mock:chunks"));
        service.call("direct:chunks", Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, "contract.pdf"));
        return service.context().getEndpoint("mock:chunks", MockEndpoint.class).getExchanges();
    }

    private List<TextChunk> texts(int maxCharacters, int overlap, Object... texts) throws Exception {
        List<Map<String, Object>> elements = new ArrayList<>();
        for (Object text : texts) {
            elements.add(Map.of("page_number", 1, "text", text));
        }
        return chunks(maxCharacters, overlap, Json.write(elements)).stream()
                .map(chunk -> chunk.getMessage().getBody(TextChunk.class))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|[]",
                "[null, 7, [1], {}, {'text':' '}]|[]",
                "[{'page_number':1,'text':'A'},{'page_number':1,'text':'B'},{'page_number':2,'text':'C'}]|[1[] A~~B, 2[] C]",
                "[{'page_number':1,'type':'Title','level':1,'text':'A'},{'type':'title','level':2,'text':'B'},{'text':'b'},"
                        + "{'type':'title','level':2,'text':'C'},{'text':'c'},{'page_number':2,'text':'d'},{'type':'title','level':1,'text':'E'}]"
                        + "|[1[A, B] # A~~## B~~b, 1[A, C] ## C~~c, 2[A, C] d, 2[E] # E]",
                "[{'page_id':1,'outline_level':0,'text':'A'},{'page_id':1,'outline_level':-1,'text':'a'},"
                        + "{'page_id':1,'outline_level':2,'text':'# B'},{'page_id':1,'text':'b'}]|[1[A] # A~~a, 1[A, B] # B~~b]"
            })
    void aChunkHasThePageAndTheHeadingsOfAllOfItsText(String elements, String expected) throws Exception {
        assertThat(chunks(1000, 0, elements.replace('\'', '"')).stream()
                        .map(exchange -> exchange.getMessage().getBody(TextChunk.class))
                        .map(chunk -> chunk.pageNumber() + "" + chunk.headings() + " " + chunk.text())
                        .toList())
                .hasToString(expected.replace('~', '\n'));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 'One is here. Two is here.~~Three.', 'Four is here.'",
        "14, 'One is here. Two is here.~~Three.', 'Three.~~Four is here.'",
        "25, 'One is here. Two is here.~~Three.', 'Two is here.~~Three.~~Four is here.'"
    })
    void aChunkRepeatsTheLastSentencesOfTheChunkBefore(int overlap, String first, String second) throws Exception {
        assertThat(texts(37, overlap, "One is here. Two is here.", "Three.", "Four is here."))
                .extracting(chunk -> chunk.text().replace('\n', '~'))
                .containsExactly(first, second);
    }

    @Test
    void sentencesThenWordsThenCharactersAreDivided() throws Exception {
        assertThat(texts(12, 0, "第一句话。第二句话很长很长。A word. Incomprehensibilities"))
                .extracting(TextChunk::text)
                .allSatisfy(text -> assertThat(text.length()).isLessThanOrEqualTo(12))
                .containsExactly("第一句话。", "第二句话很长很长。", "A word. Inco", "mprehensibil", "ities");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "markdown"})
    void aTableIsDividedBetweenRowsAndEachPartHasItsHeader(String format) throws Exception {
        boolean isHtml = format.startsWith("<");
        String head =
                isHtml ? "<table border=\"1\"><tr><th>Item</th><th>Price</th></tr>" : "| Item | Price |\n| --- | --- |";
        String rows = IntStream.range(0, 100)
                .mapToObj(i ->
                        (isHtml ? "<tr><td>Item%d</td><td>%d.00</td></tr>" : "\n| Item%d | %d.00 |").formatted(i, i))
                .collect(Collectors.joining());
        String table = head + rows + (isHtml ? "</table>" : "");

        List<TextChunk> chunks = texts(300, 50, "The items follow.", table, "The end.");

        assertThat(chunks).extracting(TextChunk::text).allSatisfy(text -> assertThat(text.length())
                .isLessThanOrEqualTo(300));
        List<String> parts = chunks.stream()
                .map(TextChunk::text)
                .filter(text -> text.contains("Item1"))
                .toList();
        assertThat(chunks.stream().map(TextChunk::text).filter(text -> text.contains(".00")))
                .hasSizeGreaterThan(3)
                .allSatisfy(text -> assertThat(text).contains(head))
                .allSatisfy(
                        text -> assertThat(text.replace("\n\nThe end.", "")).endsWith(isHtml ? "</tr></table>" : " |"));
        assertThat(parts).isNotEmpty();
        assertThat(String.join("", chunks.stream().map(TextChunk::text).toList()))
                .contains(IntStream.range(0, 100).mapToObj(i -> "Item" + i).toList());
    }

    @Test
    void rowsThatACellSpansStayTogether() throws Exception {
        String row = "<tr><td rowspan=\"2\">%d</td><td>a</td></tr><tr><td>b</td></tr>";
        String table = "<table><tr><td>H</td></tr>"
                + IntStream.range(0, 9).mapToObj(row::formatted).collect(Collectors.joining()) + "</table>";

        assertThat(texts(200, 0, table))
                .hasSizeGreaterThan(3)
                .extracting(TextChunk::text)
                .allSatisfy(text -> assertThat(text).endsWith("<tr><td>b</td></tr></table>"));
    }

    @Test
    void aRowThatDoesNotFitIsDividedLikeText() throws Exception {
        String table =
                "<table><tr><td>H</td></tr><tr><td>" + "word ".repeat(100) + "</td></tr><tr><td>x</td></tr></table>";

        assertThat(texts(80, 20, table))
                .extracting(TextChunk::text)
                .allSatisfy(text -> assertThat(text.length()).isLessThanOrEqualTo(80))
                .element(1)
                .asString()
                .doesNotContain("<");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "<table><caption>LONG</caption><tr><td>A</td></tr></table>= LONG A",
                "<table><caption>Sales</caption><tr><td>LONG</td></tr></table>= Sales LONG",
                "<table><tr><td>A</td></tr><tr><td>LONG</td></tr></table>= A LONG",
                "<table><tr><td>A</td></tr><tr><td>LONG</td></tr><tr><td>B</td></tr></table>= A LONG A B",
                "<table><tr><td>A</td></tr><tr><td>B</td></tr><tr><td>LONG</td></tr></table>= A B LONG",
                "| A |~| - |~| LONG |= | A | | - | LONG"
            })
    void noPartOfATableIsLost(String table, String expected) throws Exception {
        String text = IntStream.range(0, 30).mapToObj(word -> "word" + word).collect(Collectors.joining(" "));

        assertThat(texts(80, 0, table.replace('~', '\n').replace("LONG", text)).stream()
                        .map(chunk -> chunk.text().replaceAll("<[^>]*>", " "))
                        .collect(Collectors.joining(" "))
                        .replaceAll("\\s+", " ")
                        .strip())
                .isEqualTo(expected.replace("LONG", text));
    }

    @ParameterizedTest
    @CsvSource({"Sales of 2026, <table><caption>Sales of 2026</caption>", "LONG, <table><tr>"})
    void theCaptionOfADividedTableIsKept(String text, String start) throws Exception {
        String caption = text.replace("LONG", "Sales of each month of the year 2026. ".repeat(5))
                .strip();
        String table = "<table><caption>" + caption + "</caption><thead><tr><td>H</td></tr></thead>"
                + "<tr><td>x</td></tr>".repeat(20) + "</table>";

        List<String> chunks = texts(200, 0, table).stream().map(TextChunk::text).toList();

        assertThat(String.join(" ", chunks)).contains(caption);
        assertThat(chunks.get(chunks.size() - 1)).startsWith(start + (text.equals("LONG") ? "<td>H" : "<tr><td>H"));
    }

    @Test
    void elementsWithoutPagesAndHeadingsAreReadOneChunkAtATime() {
        AtomicInteger read = new AtomicInteger();
        Iterable<Map<String, String>> elements =
                () -> Stream.generate(() -> Map.of("text", "word " + read.incrementAndGet()))
                        .limit(1_000)
                        .iterator();

        Iterator<TextChunk> chunks = new ElementSplitter(100, 10).split(elements);

        assertThat(chunks.next().text()).startsWith("word 1\n");
        assertThat(read).hasValueLessThan(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noChunkIsLongerThanTheMaximumAndNoTextIsLost(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> texts = IntStream.range(0, 40)
                .mapToObj(i -> IntStream.range(0, random.nextInt(40))
                        .mapToObj(word -> "w" + i + "x" + word + (random.nextInt(5) == 0 ? "." : "")
                                + (random.nextInt(9) == 0 ? "\n" : ""))
                        .collect(Collectors.joining(" ")))
                .toList();
        int max = 20 + random.nextInt(200);
        int overlap = random.nextInt(max);

        List<TextChunk> chunks = texts(max, overlap, texts.toArray());

        assertThat(chunks).extracting(TextChunk::text).allSatisfy(text -> assertThat(text.length())
                .isBetween(1, max));
        List<String> found = chunks.stream()
                .flatMap(chunk -> chunk.text().lines())
                .flatMap(line -> List.of(line.split(" ")).stream())
                .distinct()
                .filter(word -> !word.isEmpty())
                .toList();
        assertThat(found)
                .isEqualTo(texts.stream()
                        .flatMap(text -> List.of(text.split("\\s+")).stream())
                        .filter(word -> !word.isEmpty())
                        .toList());
    }

    @Test
    void aChunkAndAPageConvertToLangChain4jWithTheirMetadata() throws Exception {
        Exchange exchange = chunks(
                        1000,
                        0,
                        "[{\"page_number\":3,\"type\":\"title\",\"text\":\"A\"},{\"type\":\"title\",\"level\":2,\"text\":\"B\"},"
                                + "{\"text\":\"x\"}]")
                .get(0);

        TextSegment segment = exchange.getMessage().getBody(TextSegment.class);
        assertThat(segment.text()).isEqualTo("# A\n\n## B\n\nx");
        assertThat(segment.metadata().toMap())
                .isEqualTo(Map.of("page_number", 3, "headings", "A > B", "file_name", "contract.pdf"));
        assertThat(exchange.getMessage().getBody(Document.class).metadata()).isEqualTo(segment.metadata());
        assertThat(exchange.getMessage().getBody(String.class))
                .isEqualTo("{\"text\":\"# A\\n\\n## B\\n\\nx\",\"page_number\":3,\"headings\":[\"A\",\"B\"]}");
        Document page = service.context().getTypeConverter().convertTo(Document.class, new PageMarkdown(2, "A"));
        assertThat(page.text()).isEqualTo("A");
        assertThat(page.metadata().toMap()).isEqualTo(Map.of("page_number", 2));
        assertThat(service.context().getTypeConverter().convertTo(Document.class, new PageMarkdown(2, " ")))
                .isNull();
    }

    @Test
    void anotherOutputIsRefusedAndSoAreInvalidSizes() {
        assertThatThrownBy(() -> new ElementSplitter(100, 0)
                        .split(List.of(new PageMarkdown(1, "A")))
                        .hasNext())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PageMarkdown", "output=elements");
        assertThatThrownBy(() -> new ElementSplitter(100, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("overlap is 100");
    }
}
