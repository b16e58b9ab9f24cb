/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.document.Document;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.document.Page;
import io.docproc.local.parse.ParseConfig.Capability;
import io.docproc.test.RequestDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Parses documents (interface document, sections Asynchronous parse and Synchronous parse): pages, text, headings and
 * tables.
 *
 * <p>{@code elements[].type} is {@code title}, {@code paragraph} or {@code table}. {@code include_hierarchy} adds
 * {@code parent_id}, the heading of an element; {@code include_char_details} adds {@code char_details};
 * {@code include_table_structure} adds {@code table_structure}. Options without effect and unknown keys cause
 * {@code warnings}, and so does an image without text recognition.
 */
public final class ParseService {
    private static final String SCHEMA_VERSION = "1.0.0";

    private final DocumentReaders readers;

    /** Creates a service without text recognition. */
    public ParseService() {
        this(new DocumentReaders());
    }

    /** Creates a service that reads documents with these readers. */
    public ParseService(DocumentReaders readers) {
        this.readers = readers;
    }

    /**
     * Parses the document.
     *
     * @param fileName file name of the request; distinguishes text formats
     * @param config {@code config} of the request; null if there is none
     * @return {@code data} of the response without {@code job_id}. Coordinates are corners {@code x1,y1,…,x4,y4},
     *     clockwise from top left, as fractions (0 to 1) of the page size
     * @throws io.docproc.test.ServiceErrorException 40004, 40303, 40304, 40422, 40423, 40424, 40425 or 500
     */
    public ObjectNode parse(Path file, String fileName, ObjectNode config) {
        long started = System.nanoTime();
        ParseConfig validated = ParseConfig.of(config);
        String fileId = fileId(file);
        Document document = readers.read(file, fileName, validated.reading());
        ParsedElements parsed = ParsedElements.of(document, validated);

        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("schema_version", SCHEMA_VERSION)
                .put("file_id", fileId)
                .put("success_count", document.pages().size());
        data.putObject("metadata")
                .put("filename", fileName)
                .put("filetype", document.type().extension())
                .put("page_count", document.pageCount());
        data.put("markdown", parsed.markdown());
        data.set("elements", parsed.elements());
        if (validated.includes(Capability.TITLE_TREE)) {
            data.set("title_tree", parsed.titleTree());
        }
        if (validated.includes(Capability.PAGES)) {
            data.set("pages", pages(document));
        }
        warnings(data, validated, document);
        data.putObject("summary").put("duration_ms", (System.nanoTime() - started) / 1_000_000);
        return data;
    }

    /**
     * Validates a {@code config}, so that no job is created with an invalid one.
     *
     * @throws io.docproc.test.ServiceErrorException 40004
     */
    public static void requireValid(ObjectNode config) {
        ParseConfig.of(config);
    }

    private void warnings(ObjectNode data, ParseConfig config, Document document) {
        ArrayNode warnings = JsonNodeFactory.instance.arrayNode();
        config.warnings().forEach(warnings::add);
        if (document.type().isImage() && !readers.recognizesText()) {
            warnings.add("an image has no elements, because text recognition is not available");
        }
        if (document.pages().size() == ParseConfig.DEFAULT_PAGES && document.pageCount() > ParseConfig.DEFAULT_PAGES) {
            warnings.add("only the first " + ParseConfig.DEFAULT_PAGES
                    + " pages were parsed; set page_range for other pages");
        }
        if (!warnings.isEmpty()) {
            data.set("warnings", warnings);
        }
    }

    private static ArrayNode pages(Document document) {
        ArrayNode pages = JsonNodeFactory.instance.arrayNode();
        for (Page page : document.pages()) {
            pages.addObject()
                    .put("page_number", page.number())
                    .put("width", page.width())
                    .put("height", page.height())
                    .put("unit", page.unit().name().toLowerCase(Locale.ROOT))
                    .put("angle", page.angle());
        }
        return pages;
    }

    private static String fileId(Path file) {
        try {
            return RequestDocument.of(file, 0).fileId();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
