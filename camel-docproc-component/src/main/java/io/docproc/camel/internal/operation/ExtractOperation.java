/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.FileNames;
import io.docproc.camel.internal.body.JsonMember;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractedFields;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.StreamCache;
import org.apache.camel.converter.stream.InputStreamCache;

/** Operation {@code extract}: extracts fields by a JSON schema (interface document, endpoint 2). */
final class ExtractOperation implements Operation {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final long MAX_RESPONSE_BYTES = 256L * 1024 * 1024;
    private static final String FIELDS = "extracted_schema";
    private static final String COUNT = "success_count";
    private static final String STATUS = "status";

    private final URI url;
    private final ExtractionSchema schema;
    private final Optional<OutputClass> outputType;

    ExtractOperation(OperationContext context) {
        this.url = context.main(PATH);
        this.outputType = OutputClass.of(context);
        this.schema = new ExtractionSchema(context, outputType);
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        SpooledResponse response = invocation.billedCall(
                call(invocation),
                invocation.spooled(Set.of(FIELDS, COUNT, STATUS)),
                read -> read.envelope().succeeded() && fields(read).isPresent());
        Envelope envelope = response.envelope();
        if (!envelope.isPartial() || !invocation.options().has("partialFailure", "accept")) {
            envelope.requireSuccess(() -> response.as(ExtractResponse.class));
        }
        Object body = output(invocation.options(), response);
        if (!(body instanceof StreamCache)) {
            response.discard();
        }
        return OperationResult.of(body, envelope)
                .with(ResultHeader.SUCCESS_COUNT, response.count("result." + COUNT))
                .with(ResultHeader.STATUS, response.scalar(STATUS).filter(text -> !text.isEmpty()));
    }

    /**
     * Returns the message body. If only the fields are requested, only they are read, so that unexpected values
     * elsewhere in the response do not make them unusable.
     */
    private Object output(CallOptions options, SpooledResponse response) {
        JsonMember fields = fields(response).orElseThrow(() -> withoutFields(response));
        if (options.has("output", "response")) {
            return response.as(ExtractResponse.class);
        }
        boolean missing = fields.token() == JsonToken.VALUE_NULL;
        if (options.has("output", "json")) {
            return missing ? new InputStreamCache(new byte[] {'{', '}'}) : response.slice(fields);
        }
        ExtractedFields values =
                missing ? new ExtractedFields() : response.mapped(response.slice(fields), ExtractedFields.class);
        return outputType
                .map(type -> type.instance(values, response.envelope(), () -> response.as(ExtractResponse.class)))
                .orElse(values);
    }

    private static Optional<JsonMember> fields(SpooledResponse response) {
        return response.member("result." + FIELDS)
                .filter(member -> member.token() == JsonToken.START_OBJECT || member.token() == JsonToken.VALUE_NULL);
    }

    private static DocprocInvalidResponseException withoutFields(SpooledResponse response) {
        String reason = "the response has no object 'result.extracted_schema', which is required; the response is"
                + " available from getResponse() of this exception";
        return DocprocInvalidResponseException.withResponse(
                response.envelope().failure().withReason(reason), response.as(ExtractResponse.class), null);
    }

    private ServiceCall call(Invocation invocation) {
        CallOptions options = invocation.options();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode file = json.putObject("file");
        Optional<String> fileUrl = invocation.fileUrl();
        Optional<Document> document =
                fileUrl.isPresent() ? Optional.empty() : Optional.of(invocation.checkedDocument(DocumentRules.EXTRACT));
        fileUrl.ifPresent(address -> file.put("file_url", address));
        document.map(Document::name)
                .orElseGet(() -> options.text("fileName").flatMap(FileNames::safe))
                .ifPresent(name -> file.put("file_name", name));
        json.set("schema", schema.value(options));
        RequestFields.writeJson(options, json);
        invocation.keyField("body", () -> RequestJson.withoutDocument(json));
        ServiceCall call = ServiceCall.post(invocation.operation(), url, RequestJson.entity(json, document))
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        String password = json.at("/parse_options/pdf_pwd").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }
}
