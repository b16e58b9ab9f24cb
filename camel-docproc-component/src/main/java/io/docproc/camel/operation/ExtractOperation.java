/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import static io.docproc.camel.operation.WireField.plain;
import static io.docproc.camel.operation.WireField.zeroOrOne;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.document.Document;
import io.docproc.camel.document.DocumentRules;
import io.docproc.camel.document.FileNames;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.http.Envelope;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.operation.Outcome.Fact;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hc.core5.http.HttpEntity;

/** Extraction by a JSON schema (interface document, endpoint 2). */
final class ExtractOperation implements Operation {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final long MAX_ANSWER = 256L * 1024 * 1024;
    private static final Option<String> OUTPUT = Options.output("fields", "response");

    private static final List<WireField> BODY = List.of(
            plain(Options.PAGE_START, "parse_options.page_start"),
            plain(Options.PAGE_COUNT, "parse_options.page_count"),
            plain(Options.GET_IMAGE, "parse_options.get_image"),
            zeroOrOne(Options.CROP_DEWARP, "parse_options.crop_dewarp"),
            zeroOrOne(Options.REMOVE_WATERMARK, "parse_options.remove_watermark"),
            plain(Options.PARSE_MODE, "parse_options.parse_mode"),
            plain(Options.FORMULA_LEVEL, "parse_options.formula_level"),
            plain(Options.TABLE_FLAVOR, "parse_options.table_flavor"),
            plain(Options.PDF_PASSWORD, "parse_options.pdf_pwd"),
            plain(Options.GENERATE_CITATIONS, "extract_options.generate_citations"),
            plain(Options.STAMP, "extract_options.stamp"));

    static final List<Option<?>> OPTIONS = OptionLists.of(
            BODY,
            Options.PARSE_OPTION,
            Options.EXTRACT_OPTION,
            Options.SCHEMA,
            Options.PARTIAL_FAILURE,
            Options.FILE_URL,
            Options.FILE_NAME,
            Options.VALIDATE_INPUT,
            OUTPUT);

    private final URI url;
    private final ExtractionSchema schema;
    private final OutputType outputType;

    ExtractOperation(OperationContext context) {
        this.url = context.main(PATH);
        this.outputType = new OutputType(context);
        this.schema = new ExtractionSchema(context, outputType);
    }

    @Override
    public Outcome perform(Invocation invocation) {
        ServiceCall call =
                ServiceCall.post(invocation.operation(), url, body(invocation)).withMaxAnswerBytes(MAX_ANSWER);
        StoredAnswer answer =
                invocation.call(call, response -> StoredAnswer.read(response, invocation.spool(), Set.of("message")));
        Envelope envelope = answer.envelope();
        boolean partial = envelope.code() == ErrorCode.PARTIAL_FAILURE.code();
        if (!partial) {
            envelope.requireSuccess();
        }
        ExtractResponse response = answer.as(ExtractResponse.class);
        if (partial && !acceptsPartial(invocation.options())) {
            throw new DocprocPartialFailureException(envelope.failure(), response);
        }
        return Outcome.of(output(invocation.options(), response, envelope), envelope)
                .with(Fact.SUCCESS_COUNT, response.result().successCount())
                .with(Fact.STATUS, Optional.ofNullable(response.status()));
    }

    private static boolean acceptsPartial(CallOptions options) {
        return options.get(Options.PARTIAL_FAILURE).filter("accept"::equals).isPresent();
    }

    private Object output(CallOptions options, ExtractResponse response, Envelope envelope) {
        if (options.get(OUTPUT).filter("response"::equals).isPresent()) {
            return response;
        }
        return outputType.instance(response.result().fields(), envelope);
    }

    private HttpEntity body(Invocation invocation) {
        CallOptions options = invocation.options();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode file = json.putObject("file");
        Optional<String> fileUrl = invocation.fileUrl();
        Optional<Document> document =
                fileUrl.isPresent() ? Optional.empty() : Optional.of(invocation.document(DocumentRules.EXTRACT));
        fileUrl.ifPresent(address -> file.put("file_url", address));
        document.map(Document::name)
                .orElseGet(() -> options.get(Options.FILE_NAME).flatMap(FileNames::safe))
                .ifPresent(name -> file.put("file_name", name));
        json.set("schema", schema.value(options));
        WireField.writeJson(BODY, options, json);
        WireField.writeKeys(Options.PARSE_OPTION, options, json, "parse_options");
        WireField.writeKeys(Options.EXTRACT_OPTION, options, json, "extract_options");
        return JsonWithDocument.entity(json, document);
    }
}
