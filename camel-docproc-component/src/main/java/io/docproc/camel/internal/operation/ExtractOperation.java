/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocException;
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
import java.util.stream.StreamSupport;
import org.apache.camel.converter.stream.InputStreamCache;

/**
 * Operation {@code extract}: extracts fields by a JSON schema (interface document, endpoint 2). The schema is that of the
 * message header, else that of the endpoint, else the one generated from {@code outputClass}. It is validated against the
 * limits of the public API reference, 3 levels and 100 leaf fields, unless {@code validateInput} is false.
 */
final class ExtractOperation implements Operation {
    private static final String PATH = "/ai/service/v3/entity_extraction";
    private static final long MAX_RESPONSE_BYTES = 256L * 1024 * 1024;
    private static final String FIELDS = "extracted_schema";
    private static final String STATUS = "status";
    private static final int MAX_LEVELS = 3;
    private static final int MAX_LEAVES = 100;

    private final URI url;
    private final Optional<OutputClass> outputType;
    private final JsonOption configured;
    private final Optional<String> problemOfEndpoint;

    /**
     * Reads and validates the output class and the schema of the endpoint.
     *
     * @throws IllegalArgumentException if one cannot be read, or is invalid and the endpoint validates input
     */
    ExtractOperation(Operation.Settings settings) {
        this.url = settings.main(PATH);
        this.outputType = OutputClass.of(settings);
        this.configured = new JsonOption("schema", options -> options.extract().getSchema(), settings);
        String source = configured.configured().isPresent() ? "schema" : "outputClass";
        this.problemOfEndpoint = schemaOfEndpoint()
                .flatMap(ExtractOperation::problem)
                .map(problem -> source + " of docproc:" + settings.name() + ": " + problem);
        if (problemOfEndpoint.isPresent() && settings.options().document().isValidateInput()) {
            throw new IllegalArgumentException("Option " + problemOfEndpoint.get());
        }
    }

    private Optional<ObjectNode> schemaOfEndpoint() {
        return configured.configured().or(() -> outputType.map(OutputClass::schema));
    }

    @Override
    public Operation.Result perform(Invocation invocation) {
        SpooledResponse response = invocation.billedDocument(
                call(invocation), Set.of(FIELDS, SpooledResponse.SUCCESS_COUNT, STATUS), read -> {
                    if (!read.envelope().isPartial()) {
                        read.envelope().requireSuccess(() -> read.as(ExtractResponse.class));
                        if (fields(read).isEmpty()) {
                            throw withoutFields(read);
                        }
                    }
                });
        Envelope envelope = response.envelope();
        if (envelope.isPartial()
                && !"accept".equals(invocation.options().document().getPartialFailure())) {
            envelope.requireSuccess(() -> response.as(ExtractResponse.class));
        }
        return Operation.Result.of(output(invocation.options(), response), envelope)
                .with(ResultHeader.SUCCESS_COUNT, response.count("result." + SpooledResponse.SUCCESS_COUNT))
                .with(ResultHeader.STATUS, response.scalar(STATUS).filter(text -> !text.isEmpty()));
    }

    /**
     * Returns the message body. If only the fields are requested, only they are read, so that unexpected values
     * elsewhere in the response do not make them unusable.
     */
    private Object output(OptionValues options, SpooledResponse response) {
        JsonMember fields = fields(response).orElseThrow(() -> withoutFields(response));
        if ("response".equals(options.document().getOutput())) {
            return response.as(ExtractResponse.class);
        }
        boolean missing = fields.token() == JsonToken.VALUE_NULL;
        if ("json".equals(options.document().getOutput())) {
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
        OptionValues options = invocation.options();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode file = json.putObject("file");
        Optional<String> fileUrl = invocation.fileUrl();
        Optional<Document> document =
                fileUrl.isPresent() ? Optional.empty() : Optional.of(invocation.document(DocumentRules.EXTRACT));
        fileUrl.ifPresent(address -> file.put("file_url", address));
        document.map(Document::name)
                .orElseGet(() ->
                        Optional.ofNullable(options.document().getFileName()).flatMap(FileNames::safe))
                .ifPresent(name -> file.put("file_name", name));
        json.set("schema", schema(options));
        RequestFields.writeJson(options, json);
        invocation.keyField("body", () -> RequestJson.withoutDocument(json));
        ServiceCall call = ServiceCall.post(invocation.operation(), url, RequestJson.entity(json, document))
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        String password = json.at("/parse_options/pdf_pwd").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }

    /**
     * Returns the schema for one message. Adds {@code type: object}, which the interface document requires, to a schema
     * without a type.
     *
     * @throws DocprocException if there is no schema, or the schema is invalid and the call validates input
     */
    private ObjectNode schema(OptionValues options) {
        Optional<ObjectNode> header = configured.fromHeader(options);
        if (options.document().isValidateInput()) {
            Optional<String> problem = header.isPresent()
                    ? header.flatMap(ExtractOperation::problem)
                            .map(reason -> "header " + configured.headerName() + ": " + reason)
                    : problemOfEndpoint.map(reason -> "option " + reason);
            problem.ifPresent(reason -> {
                throw options.refusal(reason);
            });
        }
        return header.or(this::schemaOfEndpoint)
                .map(ExtractOperation::withType)
                .orElseThrow(
                        () -> options.refusal("no schema is set; one is required; set the option schema to a resource,"
                                + " outputClass to a class, or the header " + configured.headerName()
                                + " to a JSON schema"));
    }

    private static ObjectNode withType(ObjectNode schema) {
        return schema.has("type")
                ? schema
                : JsonNodeFactory.instance.objectNode().put("type", "object").setAll(schema);
    }

    /** Returns the reason why a schema is invalid; empty if it is valid. */
    private static Optional<String> problem(ObjectNode schema) {
        JsonNode type = schema.path("type");
        if (!type.isMissingNode() && !isObject(type)) {
            return Optional.of(
                    "the schema has the type " + OptionDeclaration.shown(type) + "; allowed is a JSON schema with"
                            + " type object and 'properties'; wrap the schema in an object with one property");
        }
        if (!(schema.get("properties") instanceof ObjectNode properties) || properties.isEmpty()) {
            return Optional.of("the schema has no 'properties'; allowed is a JSON schema with type object and at least"
                    + " one property");
        }
        int levels = levels(schema);
        if (levels > MAX_LEVELS) {
            return Optional.of("the schema nests " + levels + " levels; allowed are at most " + MAX_LEVELS
                    + "; move fields to a higher level");
        }
        int leaves = leaves(schema);
        return leaves > MAX_LEAVES
                ? Optional.of("the schema has " + leaves + " leaf fields; allowed are at most " + MAX_LEAVES
                        + "; split it into several calls")
                : Optional.empty();
    }

    private static boolean isObject(JsonNode type) {
        return type.asText().equals("object")
                || StreamSupport.stream(type.spliterator(), false)
                        .anyMatch(name -> name.asText().equals("object"));
    }

    /** Returns the nesting depth. An object counts as a level, an array does not; its items may. */
    private static int levels(JsonNode schema) {
        if (schema.get("items") instanceof ObjectNode items) {
            return levels(items);
        }
        int deepest = 0;
        for (JsonNode property : schema.path("properties")) {
            deepest = Math.max(deepest, levels(property));
        }
        return schema.has("properties") ? deepest + 1 : 0;
    }

    private static int leaves(JsonNode schema) {
        if (schema.get("items") instanceof ObjectNode items) {
            return leaves(items);
        }
        if (!schema.has("properties")) {
            return 1;
        }
        int leaves = 0;
        for (JsonNode property : schema.path("properties")) {
            leaves += leaves(property);
        }
        return leaves;
    }
}
