/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.document.Document;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.document.DocumentRules;
import io.docproc.local.document.Page;
import io.docproc.local.document.PageSelection;
import io.docproc.local.document.ReadOptions;
import io.docproc.local.extract.Field.Group;
import io.docproc.local.request.JsonParameters;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Extracts fields from documents (interface document, section Extraction) without a language model. Fields are found by
 * their names and the words of their descriptions.
 *
 * <p>A description should quote the label ({@code "Date of payment ('Due date', 'Payable by')"}) or contain the Chinese
 * label. Missing values are {@code ""} for strings, {@code []} for arrays, {@code null} for numbers and booleans.
 * Images have no values without text recognition. Stamps are not detected: with {@code stamp} the list is empty.
 * {@code get_image}, {@code crop_dewarp}, {@code remove_watermark}, {@code parse_mode}, {@code formula_level} and
 * {@code table_flavor} are validated and have no effect; {@code image_id} is empty. Thread-safe.
 */
public final class ExtractService {
    private static final int DEFAULT_PAGE_COUNT = 100;
    private static final Set<String> PARSE_OPTIONS = Set.of(
            "page_start",
            "page_count",
            "get_image",
            "crop_dewarp",
            "remove_watermark",
            "parse_mode",
            "formula_level",
            "table_flavor",
            "pdf_pwd");
    private static final Set<String> EXTRACT_OPTIONS = Set.of("generate_citations", "stamp");

    private final DocumentReaders readers;

    /** Creates a service without text recognition. */
    public ExtractService() {
        this(new DocumentReaders());
    }

    /** Creates a service that reads documents with these readers. */
    public ExtractService(DocumentReaders readers) {
        this.readers = readers;
    }

    /**
     * Extracts the fields of a schema.
     *
     * @param fileName file name of the request; distinguishes text formats
     * @param parseOptions {@code parse_options} of the request; null if there are none
     * @param extractOptions {@code extract_options} of the request; null if there are none
     * @return {@code result} of the response. Positions are corners {@code x1,y1,…,x4,y4}, clockwise from top left, in
     *     the unit of {@code pages[].width} and {@code height}: points for documents, pixels for images
     * @throws ServiceErrorException 40004, 40302 to 40305, 40422, 40423, 40424, 40425 or 500
     */
    public ObjectNode extract(
            Path file, String fileName, ObjectNode schema, ObjectNode parseOptions, ObjectNode extractOptions) {
        Group fields = SchemaParser.parse(schema);
        ReadOptions options = readOptions(options("parse_options", parseOptions));
        JsonParameters extract = options("extract_options", extractOptions);
        extract.allowOnly(EXTRACT_OPTIONS);
        boolean citations = extract.flag("generate_citations").orElse(false);
        boolean stamps = extract.flag("stamp").orElse(false);
        check(file);

        long started = System.nanoTime();
        Document document = readers.read(file, fileName, options);
        double millis = (System.nanoTime() - started) / 1e6;
        ExtractionResult extraction = SchemaFiller.fill(document, fields);

        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.put("success_count", document.pages().size());
        result.set("extracted_schema", extraction.values());
        if (citations) {
            result.set("citations", extraction.citations());
        }
        result.set("pages", pages(document, millis));
        if (stamps) {
            result.putArray("stamps");
        }
        return result;
    }

    private static JsonParameters options(String name, ObjectNode options) {
        return new JsonParameters(name, options == null ? JsonNodeFactory.instance.objectNode() : options);
    }

    private static ReadOptions readOptions(JsonParameters parse) {
        parse.allowOnly(PARSE_OPTIONS);
        parse.oneOf("get_image", List.of("none", "page", "objects", "both"));
        parse.integer("crop_dewarp", 0, 1);
        parse.integer("remove_watermark", 0, 1);
        parse.oneOf("parse_mode", List.of("auto", "scan", "lite", "parse", "vlm"));
        parse.integer("formula_level", 0, 2);
        parse.oneOf("table_flavor", List.of("md", "html", "none"));
        int start = parse.integer("page_start", 1, Integer.MAX_VALUE).orElse(1);
        int count = parse.integer("page_count", 1, Integer.MAX_VALUE).orElse(DEFAULT_PAGE_COUNT);
        return new ReadOptions(parse.text("pdf_pwd"), PageSelection.starting(start, count));
    }

    private static void check(Path file) {
        try {
            DocumentRules.EXTRACTION.check(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns {@code pages}; {@code durations} is the reading time divided evenly. */
    private static ArrayNode pages(Document document, double millis) {
        ArrayNode pages = JsonNodeFactory.instance.arrayNode();
        double share = Math.round(millis / document.pages().size() * 100) / 100.0;
        for (Page page : document.pages()) {
            pages.addObject()
                    .put("page_number", page.number())
                    .put("status", "Success")
                    .put("durations", share)
                    .put("image_id", "")
                    .put("height", (int) Math.round(page.height()))
                    .put("width", (int) Math.round(page.width()))
                    .put("angle", page.angle());
        }
        return pages;
    }
}
