/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.SmallFiles;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParseServiceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PAGE =
            """
            <h1>Offer</h1><p>Dear customer</p><h2>Prices</h2>
            <table><tr><th>Item</th><th>A|B</th></tr><tr><td>Lamp &amp; bulb</td><td>5</td></tr></table>
            <h2>Terms</h2><p># none &lt;b&gt;</p>""";

    @TempDir
    Path folder;

    private SmallFiles files;

    @BeforeEach
    void prepare() {
        files = new SmallFiles(folder);
    }

    @Test
    void theDataDescribesTheFile() throws IOException {
        Path file = files.pdf("two.pdf", "one", "two");

        JsonNode data = parse(file, "{}");
        JsonNode again = parse(file, "{}");

        assertThat(data.get("metadata")).isEqualTo(json("{'filename':'two.pdf','filetype':'pdf','page_count':2}"));
        assertThat(data.get("success_count").asInt()).isEqualTo(2);
        assertThat(data.get("schema_version").isTextual()).isTrue();
        assertThat(data.get("file_id").asText())
                .hasSize(32)
                .isEqualTo(again.get("file_id").asText());
        assertThat(data.at("/summary/duration_ms").isIntegralNumber()).isTrue();
        assertThat(data.get("markdown").asText()).isEqualTo("one\n\ntwo");
        assertThat(data.has("warnings") || data.has("pages") || data.has("title_tree"))
                .isFalse();
    }

    @Test
    void elementsHaveCoordinatesAsFractionsOfThePage() throws IOException {
        JsonNode element = parse(files.pdf("a.pdf", "hello"), "{}").at("/elements/0");

        assertThat(element.get("type").asText()).isEqualTo("paragraph");
        assertThat(element.get("text").asText()).isEqualTo("hello");
        assertThat(element.get("page_number").asInt()).isEqualTo(1);
        assertThat(element.get("coordinates")).hasSize(8);
        assertThat(element.at("/coordinates/0").asDouble()).isBetween(0.083, 0.085);
        assertThat(element.at("/coordinates/7").asDouble()).isBetween(0.118, 0.125);
    }

    @Test
    void headingsAndTablesBecomeMarkdown() throws IOException {
        Path file = files.text("a.html", PAGE);

        assertThat(parse(file, "{'capabilities':{'table_view':'markdown'}}")
                        .get("markdown")
                        .asText())
                .isEqualTo(
                        """
                        # Offer

                        Dear customer

                        ## Prices

                        | Item | A\\|B |
                        | --- | --- |
                        | Lamp & bulb | 5 |

                        ## Terms

                        \\# none &lt;b>""");
        assertThat(parse(file, "{}").get("markdown").asText())
                .contains(
                        "<table>\n<tr><td>Item</td><td>A|B</td></tr>\n<tr><td>Lamp &amp; bulb</td><td>5</td></tr>\n</table>");
    }

    @Test
    void theHierarchyHasTheParentHeading() throws IOException {
        Path file = files.text("a.html", PAGE);
        JsonNode elements = parse(file, "{}").get("elements");

        assertThat(elements.at("/0/parent_id").isNull()).isTrue();
        assertThat(elements.at("/3/type").asText()).isEqualTo("table");
        assertThat(elements.at("/3/parent_id")).isEqualTo(elements.at("/2/element_id"));
        assertThat(elements.at("/4/parent_id")).isEqualTo(elements.at("/0/element_id"));
        assertThat(parse(file, "{'capabilities':{'include_hierarchy':false}}")
                        .at("/elements/0")
                        .has("parent_id"))
                .isFalse();
    }

    @Test
    void theTitleTreeNestsHeadings() throws IOException {
        JsonNode tree = parse(files.text("a.html", PAGE), "{'capabilities':{'title_tree':true}}")
                .get("title_tree");

        assertThat(tree).hasSize(1);
        assertThat(tree.at("/0/title").asText()).isEqualTo("Offer");
        assertThat(tree.at("/0/children"))
                .extracting(child -> child.get("title").asText())
                .containsExactly("Prices", "Terms");
    }

    @Test
    void pagesCharactersAndCellsAreReturnedOnRequest() throws IOException {
        JsonNode data = parse(
                files.text("a.csv", "ab,c\nd,"),
                "{'capabilities':{'pages':true,'include_char_details':true,'include_table_structure':true}}");

        assertThat(data.get("pages"))
                .isEqualTo(json("[{'page_number':1,'width':595.0,'height':842.0,'unit':'point','angle':0}]"));
        assertThat(data.at("/elements/0/char_details"))
                .extracting(c -> c.get("text").asText())
                .containsExactly("a", "b", "c", "d");
        JsonNode structure = data.at("/elements/0/table_structure");
        assertThat(structure.get("rows").asInt()).isEqualTo(2);
        assertThat(structure.get("columns").asInt()).isEqualTo(2);
        assertThat(structure.at("/cells/2/text").asText()).isEqualTo("d");
        assertThat(structure.at("/cells/2/coordinates")).hasSize(8);
    }

    @Test
    void thePageRangeSelectsAndThePasswordOpens() throws IOException {
        Path file = files.protectedPdf("p.pdf", "pw", "one", "two", "three");

        JsonNode data = parse(file, "{'document':{'password':'pw'},'scope':{'page_range':'1,3-9'}}");

        assertThat(data.get("markdown").asText()).isEqualTo("one\n\nthree");
        assertThat(data.at("/metadata/page_count").asInt()).isEqualTo(3);
        assertThat(rejection("p.pdf", file, "{}").code()).isEqualTo(40423);
        assertThat(rejection("p.pdf", file, "{'document':{'password':'pw'},'scope':{'page_range':'4-5'}}")
                        .code())
                .isEqualTo(40424);
    }

    @Test
    void withoutAPageRangeTheFirstThousandPagesAreParsed() throws IOException {
        JsonNode data = parse(files.text("long.txt", "x\f".repeat(1001)), "{}");

        assertThat(data.get("success_count").asInt()).isEqualTo(1000);
        assertThat(data.at("/metadata/page_count").asInt()).isEqualTo(1001);
        assertThat(data.at("/warnings/0").asText()).contains("1000");
    }

    @Test
    void optionsWithoutEffectCauseWarnings() throws IOException {
        JsonNode warnings = parse(
                        files.text("a.txt", "x"),
                        """
                {'capabilities':{'include_image_data':true,'crop_dewarp':false,'element_merge_mode':'merged'},
                 'config':{'force_engine':'textin','engine_params':{'parse_mode':'vlm','formula_level':1}}}""")
                .get("warnings");

        assertThat(warnings.toString())
                .contains(
                        "include_image_data",
                        "capabilities.element_merge_mode",
                        "force_engine",
                        "parse_mode vlm",
                        "formula_level")
                .doesNotContain("crop_dewarp");
    }

    @Test
    void anImageHasNoElementsAndAWarning() throws IOException {
        JsonNode data = parse(files.image("a.jpg", "jpg", 200, 100), "{}");

        assertThat(data.get("elements")).isEmpty();
        assertThat(data.get("markdown").asText()).isEmpty();
        assertThat(data.at("/warnings/0").asText()).contains("text recognition is not available");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'capabilities':{'pages':'yes'}}                        | config.capabilities.pages",
                "{'capabilities':{'table_view':'csv'}}                   | html, markdown",
                "{'capabilities':[]}                                     | config.capabilities",
                "{'scope':{'page_range':'5-2'}}                          | 5-2",
                "{'config':{'force_engine':'other'}}                     | textin, textin_gui",
                "{'config':{'engine_params':{'formula_level':2}}}        | 0 to 1",
                "{'config':{'engine_params':{'image_output_type':'x'}}}  | url, base64",
                "{'config':{'engine_params':{'recognize_chemical':1}}}   | recognize_chemical",
            })
    void anInvalidValueIsReportedWithTheAllowedValues(String config, String named) throws IOException {
        ServiceErrorException exception = rejection("a.txt", files.text("a.txt", "x"), config);

        assertThat(exception.code()).isEqualTo(40004);
        assertThat(exception).hasMessageContaining(named);
    }

    private static ServiceErrorException rejection(String name, Path file, String config) {
        ServiceErrorException[] thrown = new ServiceErrorException[1];
        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(() -> new ParseService().parse(file, name, (ObjectNode) json(config)))
                .satisfies(e -> thrown[0] = e);
        return thrown[0];
    }

    private static JsonNode parse(Path file, String config) throws IOException {
        return new ParseService().parse(file, file.getFileName().toString(), (ObjectNode) json(config));
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
