/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import static io.docproc.camel.operation.WireField.plain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.document.Document;
import io.docproc.camel.document.DocumentRules;
import io.docproc.camel.document.DocumentType;
import io.docproc.camel.http.MultipartForm;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.ModelJson;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The form of a parse call (interface document, "Asynchronous parse request"): the document and the configuration. */
final class ParseForm {
    private static final List<WireField> CONFIG_FIELDS = List.of(
            plain(Options.PDF_PASSWORD, "document.password"),
            plain(Options.INCLUDE_HIERARCHY, "capabilities.include_hierarchy"),
            plain(Options.INCLUDE_INLINE_OBJECTS, "capabilities.include_inline_objects"),
            plain(Options.INCLUDE_CHAR_DETAILS, "capabilities.include_char_details"),
            plain(Options.INCLUDE_IMAGE_DATA, "capabilities.include_image_data"),
            plain(Options.INCLUDE_TABLE_STRUCTURE, "capabilities.include_table_structure"),
            plain(Options.PAGES, "capabilities.pages"),
            plain(Options.TITLE_TREE, "capabilities.title_tree"),
            plain(Options.TABLE_VIEW, "capabilities.table_view"),
            plain(Options.REMOVE_WATERMARK, "capabilities.remove_watermark"),
            plain(Options.CROP_DEWARP, "capabilities.crop_dewarp"),
            plain(Options.PAGE_RANGE, "scope.page_range"),
            plain(Options.FORCE_ENGINE, "config.force_engine"),
            plain(Options.PARSE_MODE, "config.engine_params.parse_mode"),
            plain(Options.FORMULA_LEVEL, "config.engine_params.formula_level"),
            plain(Options.IMAGE_OUTPUT_TYPE, "config.engine_params.image_output_type"),
            plain(Options.RECOGNIZE_CHEMICAL, "config.engine_params.recognize_chemical"));

    private final JsonOption config;

    ParseForm(OperationContext context) {
        this.config = new JsonOption(Options.CONFIG, context);
    }

    /** The options of every parse call, and those that only one has. */
    static List<Option<?>> options(Option<?>... others) {
        return OptionLists.of(CONFIG_FIELDS, others(others));
    }

    private static Option<?>[] others(Option<?>... others) {
        List<Option<?>> shared = List.of(
                Options.CONFIG,
                Options.CAPABILITY,
                Options.ENGINE_PARAM,
                Options.FILE_URL,
                Options.FILE_NAME,
                Options.VALIDATE_INPUT);
        return Stream.concat(shared.stream(), Stream.of(others)).toArray(Option<?>[]::new);
    }

    /**
     * The call for one message: {@code file} or {@code file_url}, {@code config} when anything was given, and what the
     * operation adds.
     */
    ServiceCall call(Invocation invocation, URI url, Consumer<MultipartForm> furtherParts) {
        MultipartForm form = new MultipartForm();
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            form.text("file_url", fileUrl.get());
        } else {
            Document document = invocation.document(DocumentRules.PARSE);
            form.file("file", document.name().orElse("document"), mediaType(document), new DocumentSource(document));
        }
        ObjectNode json = configuration(invocation);
        if (!json.isEmpty()) {
            form.json("config", bytes(json));
        }
        furtherParts.accept(form);
        ServiceCall call = ServiceCall.post(invocation.operation(), url, form.build());
        String password = json.at("/document/password").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }

    private static String mediaType(Document document) {
        return document.type().map(DocumentType::contentType).orElse("application/octet-stream");
    }

    /** The whole configuration, over which the options are laid; the header's over the endpoint's. */
    private ObjectNode configuration(Invocation invocation) {
        CallOptions options = invocation.options();
        ObjectNode json = config.value(options).orElseGet(JsonNodeFactory.instance::objectNode);
        WireField.writeJson(CONFIG_FIELDS, options, json);
        WireField.writeKeys(Options.CAPABILITY, options, json, "capabilities");
        WireField.writeKeys(Options.ENGINE_PARAM, options, json, "config", "engine_params");
        return json;
    }

    private static byte[] bytes(ObjectNode json) {
        try {
            return ModelJson.mapper().writeValueAsBytes(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
