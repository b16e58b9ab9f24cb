/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.SmallFiles;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtractValidationTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SCHEMA = "{'type':'object','properties':{'a':{'type':'string'}}}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'page_start':0}        | parse_options.page_start      | 0",
                "{'page_count':'3'}      | parse_options.page_count      | \"3\"",
                "{'get_image':'all'}     | parse_options.get_image       | none, page, objects, both",
                "{'crop_dewarp':2}       | parse_options.crop_dewarp     | 0 to 1",
                "{'remove_watermark':true}| parse_options.remove_watermark | true",
                "{'parse_mode':'fast'}   | parse_options.parse_mode      | auto, scan, lite, parse, vlm",
                "{'formula_level':3}     | parse_options.formula_level   | 0 to 2",
                "{'table_flavor':'csv'}  | parse_options.table_flavor    | md, html, none",
                "{'pdf_pwd':1}           | parse_options.pdf_pwd         | a string",
                "{'pagestart':1}         | parse_options.pagestart       | page_start",
            })
    void anInvalidParseOptionIsReportedWithTheAllowedValues(String options, String name, String allowed)
            throws IOException {
        assertThat(rejection(40004, SCHEMA, options, "{}")).contains(name).contains(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'generate_citations':1} | extract_options.generate_citations | true, false",
                "{'stamp':'yes'}          | extract_options.stamp              | \"yes\"",
                "{'stamps':true}          | extract_options.stamps             | stamp",
            })
    void anInvalidExtractOptionIsReportedWithTheAllowedValues(String options, String name, String allowed)
            throws IOException {
        assertThat(rejection(40004, SCHEMA, "{}", options)).contains(name).contains(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                                     | schema.properties",
                "{'type':'array','properties':{}}                                       | schema.type",
                "{'type':'object','properties':{'a':{'type':'text'}}}                   | a.type",
                "{'type':'object','properties':{'a':{'type':['string','number']}}}      | a.type",
                "{'type':'object','properties':{'a':3}}                                 | a is 3",
                "{'type':'object','properties':{'a':{'type':'array'}}}                  | a.items",
                "{'type':'object','properties':{'a':{'type':'object'}}}                 | a.properties",
                "{'type':'object','properties':{'a':{'type':'string','enum':[1]}}}      | a.enum",
                "{'type':'object','properties':{'a':{'type':'string'}},'required':['b']}| \"b\"",
            })
    void anInvalidSchemaIsRejectedWithItsPath(String schema, String place) throws IOException {
        assertThat(rejection(40004, schema, "{}", "{}")).contains(place);
    }

    @Test
    void aMissingSchemaIsRejected() throws IOException {
        assertThat(rejection(40004, "null", "{}", "{}")).contains("schema");
    }

    @Test
    void threeLevelsAreAcceptedAndFourAreNot() throws IOException {
        assertThat(result(nested(3), "{}").has("extracted_schema")).isTrue();
        assertThat(rejection(40004, nested(4), "{}", "{}")).contains("4").contains("3 levels");
    }

    @Test
    void aHundredFieldsAreAcceptedAndOneMoreIsNot() throws IOException {
        assertThat(result(wide(100), "{}").get("extracted_schema")).hasSize(100);
        assertThat(rejection(40004, wide(101), "{}", "{}")).contains("100");
    }

    @Test
    void moreThanFiftyMegabytesAreRejectedBeforeTheyAreRead() throws IOException {
        Path file = folder.resolve("big.txt");
        try (RandomAccessFile big = new RandomAccessFile(file.toFile(), "rw")) {
            big.setLength(50L * 1024 * 1024 + 1);
        }

        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(() -> new ExtractService().extract(file, "big.txt", object(SCHEMA), null, null))
                .satisfies(e -> assertThat(e.code()).isEqualTo(40302));
    }

    @Test
    void aPageBeyondTheLastIsOutOfRange() throws IOException {
        assertThat(rejection(40424, SCHEMA, "{'page_start':2}", "{}")).contains("2");
    }

    private static String nested(int levels) {
        String field = "{'type':'string'}";
        for (int level = levels; level > 1; level--) {
            field = "{'type':'object','properties':{'x':" + field + "}}";
        }
        return "{'type':'object','properties':{'x':" + field + "}}";
    }

    private static String wide(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "'field" + i + "':{'type':'string'}")
                .collect(Collectors.joining(",", "{'type':'object','properties':{", "}}"));
    }

    private String rejection(int code, String schema, String parseOptions, String extractOptions) throws IOException {
        Path file = new SmallFiles(folder).text("a.txt", "text");
        StringBuilder message = new StringBuilder();
        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(() -> new ExtractService()
                        .extract(file, "a.txt", object(schema), object(parseOptions), object(extractOptions)))
                .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .satisfies(e -> message.append(e.getMessage()));
        return message.toString();
    }

    private ObjectNode result(String schema, String parseOptions) throws IOException {
        Path file = new SmallFiles(folder).text("a.txt", "text");
        return new ExtractService().extract(file, "a.txt", object(schema), object(parseOptions), null);
    }

    private static ObjectNode object(String json) throws IOException {
        return JSON.readTree(json.replace('\'', '"')) instanceof ObjectNode object ? object : null;
    }
}
