/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.RequestField.plain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.document.Document;
import io.docproc.camel.internal.document.DocumentRules;
import io.docproc.camel.internal.document.DocumentType;
import io.docproc.camel.internal.http.MultipartForm;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Multipart form of a parse call, with the document and the configuration (interface document, "Asynchronous parse
 * request").
 */
final class ParseForm {
    private static final List<RequestField> CONFIG_FIELDS = List.of(
            plain(CallOptionCatalog.PDF_PASSWORD, "document.password"),
            plain(CallOptionCatalog.INCLUDE_HIERARCHY, "capabilities.include_hierarchy"),
            plain(CallOptionCatalog.INCLUDE_INLINE_OBJECTS, "capabilities.include_inline_objects"),
            plain(CallOptionCatalog.INCLUDE_CHAR_DETAILS, "capabilities.include_char_details"),
            plain(CallOptionCatalog.INCLUDE_IMAGE_DATA, "capabilities.include_image_data"),
            plain(CallOptionCatalog.INCLUDE_TABLE_STRUCTURE, "capabilities.include_table_structure"),
            plain(CallOptionCatalog.PAGES, "capabilities.pages"),
            plain(CallOptionCatalog.TITLE_TREE, "capabilities.title_tree"),
            plain(CallOptionCatalog.TABLE_VIEW, "capabilities.table_view"),
            plain(CallOptionCatalog.REMOVE_WATERMARK, "capabilities.remove_watermark"),
            plain(CallOptionCatalog.CROP_DEWARP, "capabilities.crop_dewarp"),
            plain(CallOptionCatalog.PAGE_RANGE, "scope.page_range"),
            plain(CallOptionCatalog.FORCE_ENGINE, "config.force_engine"),
            plain(CallOptionCatalog.PARSE_MODE, "config.engine_params.parse_mode"),
            plain(CallOptionCatalog.FORMULA_LEVEL, "config.engine_params.formula_level"),
            plain(CallOptionCatalog.IMAGE_OUTPUT_TYPE, "config.engine_params.image_output_type"),
            plain(CallOptionCatalog.RECOGNIZE_CHEMICAL, "config.engine_params.recognize_chemical"));

    private final JsonOption config;

    ParseForm(OperationContext context) {
        this.config = new JsonOption(CallOptionCatalog.CONFIG, context);
    }

    /** Returns the options that all parse calls have, and the additional ones of an operation. */
    static List<CallOption<?>> options(CallOption<?>... others) {
        return OperationOptions.of(CONFIG_FIELDS, others(others));
    }

    private static CallOption<?>[] others(CallOption<?>... others) {
        List<CallOption<?>> shared = List.of(
                CallOptionCatalog.CONFIG,
                CallOptionCatalog.CAPABILITY,
                CallOptionCatalog.ENGINE_PARAM,
                CallOptionCatalog.FILE_URL,
                CallOptionCatalog.FILE_NAME,
                CallOptionCatalog.VALIDATE_INPUT);
        return Stream.concat(shared.stream(), Stream.of(others)).toArray(CallOption<?>[]::new);
    }

    /**
     * Returns the call for one message. Its form has the part {@code file} or {@code file_url}, the part {@code config}
     * if any option is set, and the parts that the operation adds.
     */
    ServiceCall call(Invocation invocation, URI url, Consumer<MultipartForm> furtherParts) {
        MultipartForm form = new MultipartForm();
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            form.text("file_url", fileUrl.get());
        } else {
            Document document = invocation.documents().checked(DocumentRules.PARSE);
            form.file("file", document.name().orElse("document"), mediaType(document), document);
        }
        ObjectNode json = configuration(invocation);
        invocation.keyField("config", json::toString);
        if (!json.isEmpty()) {
            form.json("config", RequestJson.bytes(invocation.operation(), json));
        }
        furtherParts.accept(form);
        ServiceCall call = ServiceCall.post(invocation.operation(), url, form.build());
        String password = json.at("/document/password").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }

    private static String mediaType(Document document) {
        return document.type().map(DocumentType::contentType).orElse("application/octet-stream");
    }

    /**
     * Returns the configuration of the option {@code config}, with the other options merged over it. A header overrides
     * the endpoint.
     */
    private ObjectNode configuration(Invocation invocation) {
        CallOptions options = invocation.options();
        ObjectNode json = config.value(options).orElseGet(JsonNodeFactory.instance::objectNode);
        RequestField.writeJson(CONFIG_FIELDS, options, json);
        RequestField.writeKeys(CallOptionCatalog.CAPABILITY, options, json, "capabilities");
        RequestField.writeKeys(CallOptionCatalog.ENGINE_PARAM, options, json, "config", "engine_params");
        return json;
    }
}
