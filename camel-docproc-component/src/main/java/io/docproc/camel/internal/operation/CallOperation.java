/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.document.Document;
import io.docproc.camel.internal.document.DocumentRules;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.EnvelopeScanner;
import io.docproc.camel.internal.http.MultipartForm;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.internal.stream.JsonResponses;
import io.docproc.camel.internal.stream.SpoolingOutputStream;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/**
 * Operation {@code call}: any other call of the provider, with the authentication, errors, rate limit and streaming of
 * the other operations.
 */
final class CallOperation implements Operation {
    private static final long MAX_ANSWER = 4L * 1024 * 1024 * 1024;
    private static final String MULTIPART = "multipart/form-data";

    private static final CallOption<String> SERVICE_PATH = CallOption.pattern(
            "servicePath",
            Pattern.compile("(/[\\w.~%!$&'()*+,;=:@-]+)+/?"),
            "a path that begins with / and has no query");
    private static final CallOption<String> SERVICE_METHOD = CallOption.word("serviceMethod", "GET", "POST");
    private static final CallOption<String> SERVICE = CallOption.word("service", "main", "workflow");
    private static final CallOption<Map<?, ?>> QUERY = CallOptionCatalog.keys("query");
    private static final CallOption<String> OUTPUT = CallOptionCatalog.output("document", "response", "bytes");

    static final List<CallOption<?>> OPTIONS = OperationOptions.of(
            List.of(), SERVICE_PATH, SERVICE_METHOD, SERVICE, QUERY, OUTPUT, CallOptionCatalog.FILE_NAME);

    private final OperationContext context;

    CallOperation(OperationContext context) {
        this.context = context;
        context.configured(SERVICE).filter("workflow"::equals).ifPresent(workflow -> context.workflow(""));
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String output = invocation.options().get(OUTPUT).orElse("document");
        ServiceCall call = call(invocation).withMaxResponseBytes(MAX_ANSWER);
        if (output.equals("bytes")) {
            return invocation.call(call, response -> bytes(response, invocation.spool()));
        }
        SpooledResponse response =
                invocation.call(call, invocation.spooled(Set.of()));
        response.envelope().requireSuccess(response::whole);
        StreamCache body = output.equals("response")
                ? response.whole()
                : response.payload("data").or(() -> response.payload("result")).orElseGet(response::whole);
        return OperationResult.of(body, response.envelope());
    }

    private URI url(CallOptions options) {
        String path = options.get(SERVICE_PATH)
                .orElseThrow(() -> options.refusal("option servicePath is required: set it to the path of the service,"
                        + " for example /ai/service/v1/pdf_to_markdown"));
        if (options.get(SERVICE).filter("workflow"::equals).isEmpty()) {
            return context.main(path);
        }
        if (context.workflowUrl().isEmpty()) {
            throw options.refusal("option workflowUrl is not set; set it to the address of the workflow service");
        }
        return context.workflow(path);
    }

    private ServiceCall call(Invocation invocation) {
        CallOptions options = invocation.options();
        URI url = url(options);
        boolean post = options.get(SERVICE_METHOD).map("POST"::equals).orElseGet(() -> invocation.body() != null);
        Map<String, String> query = new LinkedHashMap<>();
        RequestField.keys(QUERY, options).forEach((name, value) -> query.put(name, String.valueOf(value)));
        return post
                ? ServiceCall.post(invocation.operation(), url, body(invocation))
                        .withQuery(query)
                : ServiceCall.get(invocation.operation(), url, query);
    }

    private static HttpEntity body(Invocation invocation) {
        Object body = invocation.body();
        boolean multipart = invocation.contentType().startsWith(MULTIPART);
        if (body == null) {
            return RequestBodies.json(new byte[0]);
        }
        if (multipart && body instanceof Map<?, ?> parts) {
            return form(invocation, parts);
        }
        if (body instanceof Map<?, ?> || body instanceof List<?> || body instanceof JsonNode) {
            return RequestBodies.json(json(invocation, body));
        }
        if (body instanceof String text) {
            return RequestBodies.json(json(invocation, parsed(invocation, text)));
        }
        return multipart ? form(invocation, Map.of("file", body)) : RequestBodies.octetStream(invocation.document(body, DocumentRules.PARSE));
    }

    private static HttpEntity form(Invocation invocation, Map<?, ?> parts) {
        MultipartForm form = new MultipartForm();
        parts.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (value instanceof Map<?, ?> || value instanceof List<?> || value instanceof JsonNode) {
                form.json(name, json(invocation, value));
            } else if (value instanceof String || value instanceof Number || value instanceof Boolean) {
                form.text(name, value.toString());
            } else {
                Document document = invocation.document(value, DocumentRules.PARSE);
                form.file(name, document.name().orElse(name), "application/octet-stream", document);
            }
        });
        return form.build();
    }

    private static JsonNode parsed(Invocation invocation, String text) {
        try {
            return ModelJson.parse(text);
        } catch (JsonProcessingException e) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    invocation.operation(),
                    "the body is text that is not JSON; allowed is JSON as a String, Map, List or JsonNode, or a document");
        }
    }

    private static byte[] json(Invocation invocation, Object value) {
        try {
            return ModelJson.mapper().writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    invocation.operation(), "the body cannot be written as JSON: " + e.getOriginalMessage());
        }
    }

    /** Returns the response as it is. An envelope with an error code is an error all the same. */
    private static OperationResult bytes(ServiceResponse response, SpoolingOutputStream spool) throws IOException {
        try (spool) {
            response.body().transferTo(spool);
        }
        StreamCache content = spool.content();
        Optional<Envelope> envelope = envelope(response, spool);
        envelope.ifPresent(known -> known.requireSuccess(spool::content));
        return envelope.map(known -> OperationResult.of(content, known))
                .orElseGet(() -> new OperationResult(content, Map.of(ResultHeader.REQUEST_ID, requestId(response))));
    }

    private static Optional<String> requestId(ServiceResponse response) {
        return Optional.of(response.requestId()).filter(id -> !id.isEmpty());
    }

    /** @throws IOException if an error of HTTP has no envelope */
    private static Optional<Envelope> envelope(ServiceResponse response, SpoolingOutputStream spool)
            throws IOException {
        try (InputStream json = (InputStream) spool.content();
                var parser = JsonResponses.open(json)) {
            return Optional.of(EnvelopeScanner.scan(response, parser, (field, value) -> value.skipChildren()));
        } catch (JsonProcessingException e) {
            if (response.httpStatus() >= 300) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
