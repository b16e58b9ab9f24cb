/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.CallOption.flag;
import static io.docproc.camel.internal.operation.CallOption.keys;
import static io.docproc.camel.internal.operation.CallOption.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.DocumentType;
import io.docproc.camel.internal.http.MultipartForm;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Multipart form of a parse call, with the document and the configuration (interface document, "Asynchronous parse
 * request").
 */
final class ParseForm {
    static final CallOption<Boolean> PAGES = flag("pages").sentAs("capabilities.pages");

    private static final CallOption<Object> CONFIG = CallOption.of("config", Object.class, "a JSON object");

    /** Options that all parse calls have. */
    static final List<CallOption<?>> OPTIONS = List.of(
            RecognitionOptions.PDF_PASSWORD.sentAs("document.password"),
            flag("includeHierarchy").sentAs("capabilities.include_hierarchy"),
            flag("includeInlineObjects").sentAs("capabilities.include_inline_objects"),
            flag("includeCharDetails").sentAs("capabilities.include_char_details"),
            flag("includeImageData").sentAs("capabilities.include_image_data"),
            flag("includeTableStructure").sentAs("capabilities.include_table_structure"),
            text("elementMergeMode").sentAs("capabilities.element_merge_mode"),
            PAGES,
            flag("titleTree").sentAs("capabilities.title_tree"),
            text("tableView").sentAs("capabilities.table_view"),
            RecognitionOptions.REMOVE_WATERMARK.sentAs("capabilities.remove_watermark"),
            RecognitionOptions.CROP_DEWARP.sentAs("capabilities.crop_dewarp"),
            text(
                            "pageRange",
                            "pages counted from 1 as <first>-<last>, several separated by commas: 1-2,5-10",
                            ParseForm::isPageRange)
                    .sentAs("scope.page_range"),
            text("forceEngine").sentAs("config.force_engine"),
            RecognitionOptions.PARSE_MODE.sentAs("config.engine_params.parse_mode"),
            RecognitionOptions.FORMULA_LEVEL.sentAs("config.engine_params.formula_level"),
            text("imageOutputType").sentAs("config.engine_params.image_output_type"),
            flag("recognizeChemical").sentAs("config.engine_params.recognize_chemical"),
            CONFIG,
            keys("capability").sentAs("capabilities"),
            keys("engineParam").sentAs("config.engine_params"),
            FormParts.OPTION,
            DocumentOptions.FILE_URL,
            DocumentOptions.FILE_NAME,
            DocumentOptions.VALIDATE_INPUT);

    private static final Pattern PAGE_RANGE = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6}))?");

    private final JsonOption config;

    ParseForm(OperationContext context) {
        this.config = new JsonOption(CONFIG, context);
    }

    /**
     * Returns the call for one message. Its form has the part {@code file} or {@code file_url}, the part {@code config}
     * if any option is set, and the parts that the operation adds.
     *
     * @param adjustment changes the configuration for the operation
     */
    ServiceCall call(
            Invocation invocation, URI url, Consumer<ObjectNode> adjustment, Consumer<MultipartForm> furtherParts) {
        MultipartForm form = new MultipartForm();
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            form.text("file_url", fileUrl.get());
        } else {
            Document document = invocation.documents().checked(DocumentRules.PARSE);
            form.file("file", document.name().orElse("document"), mediaType(document), document);
        }
        ObjectNode json = configuration(invocation);
        adjustment.accept(json);
        invocation.keyField("config", json::toString);
        if (!json.isEmpty()) {
            form.json("config", RequestJson.bytes(invocation.operation(), json));
        }
        FormParts.add(form, invocation);
        furtherParts.accept(form);
        ServiceCall call = ServiceCall.post(invocation.operation(), url, form.build());
        String password = json.at("/document/password").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }

    private static boolean isPageRange(String text) {
        return Stream.of(text.split(",", -1)).map(PAGE_RANGE::matcher).allMatch(pages -> {
            if (!pages.matches()) {
                return false;
            }
            int first = Integer.parseInt(pages.group(1));
            return first >= 1 && (pages.group(2) == null || Integer.parseInt(pages.group(2)) >= first);
        });
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
        RequestFields.writeJson(OPTIONS, options, json);
        return json;
    }
}
