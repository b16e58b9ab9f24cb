/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.http.MultipartForm;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/**
 * Operation {@code call}: any other call of the provider, with the authentication, errors, rate limit and streaming of
 * the other operations.
 */
final class CallOperation implements Operation {
    private static final long MAX_RESPONSE_BYTES = 4L * 1024 * 1024 * 1024;
    private static final String MULTIPART = "multipart/form-data";

    private static final CallOption<String> SERVICE_METHOD = CallOption.oneOf("serviceMethod", "GET", "POST");
    private static final CallOption<String> SERVICE = CallOption.oneOf("service", "main", "workflow");
    private static final CallOption<String> OUTPUT = CallOption.oneOf("output", "document", "response", "bytes");

    static final List<CallOption<?>> OPTIONS = List.of(
            ServicePath.OPTION, SERVICE_METHOD, SERVICE, ServiceQuery.OPTION, OUTPUT, DocumentOptions.FILE_NAME);

    private final OperationContext context;

    CallOperation(OperationContext context) {
        this.context = context;
        context.configured(SERVICE).filter("workflow"::equals).ifPresent(workflow -> context.workflow(""));
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String output = invocation.options().get(OUTPUT).orElse("document");
        ServiceCall call = call(invocation).withMaxResponseBytes(MAX_RESPONSE_BYTES);
        if (output.equals("bytes")) {
            return invocation.call(call, response -> FileResponse.read(response, invocation.spool()));
        }
        SpooledResponse response = invocation.successfulCall(call, Set.of());
        StreamCache body = output.equals("response")
                ? response.whole()
                : response.payload("data").or(() -> response.payload("result")).orElseGet(response::whole);
        return OperationResult.of(body, response.envelope());
    }

    private URI url(CallOptions options) {
        String path = options.get(ServicePath.OPTION)
                .orElseThrow(
                        () -> options.refusal("option servicePath is not set; it is required; set it, or the header "
                                + ServicePath.OPTION.headerName()
                                + ", to the path of the service, for example /ai/service/v1/pdf_to_markdown"));
        if (!options.has(SERVICE, "workflow")) {
            return context.main(path);
        }
        if (context.workflowUrl().isEmpty()) {
            throw options.refusal("option workflowUrl is not set; service=workflow requires it; set it on the component"
                    + " or the endpoint to the address of the workflow service");
        }
        return context.workflow(path);
    }

    private ServiceCall call(Invocation invocation) {
        CallOptions options = invocation.options();
        URI url = ServiceQuery.append(url(options), options);
        boolean post = options.get(SERVICE_METHOD).map("POST"::equals).orElseGet(() -> invocation.body() != null);
        return post
                ? ServiceCall.post(invocation.operation(), url, body(invocation))
                : ServiceCall.get(invocation.operation(), url);
    }

    private static HttpEntity body(Invocation invocation) {
        Object body = invocation.body();
        boolean multipart = invocation.contentType().equals(MULTIPART);
        if (body == null) {
            return RequestBodies.json(new byte[0]);
        }
        if (multipart && body instanceof Map<?, ?> parts) {
            return form(invocation, parts);
        }
        if (FormParts.isJson(body)) {
            return RequestBodies.json(RequestJson.bytes(invocation.operation(), body));
        }
        if (body instanceof String text) {
            return RequestBodies.json(RequestJson.bytes(invocation.operation(), parsed(invocation, text)));
        }
        Document document = invocation.documents().unchecked();
        return multipart ? file(new MultipartForm(), "file", document).build() : RequestBodies.octetStream(document);
    }

    private static JsonNode parsed(Invocation invocation, String text) {
        return RequestJson.parsed(text).orElseThrow(() -> invocation
                .options()
                .refusal("the body is text of " + text.length() + " characters that is not JSON; allowed is one"
                        + " JSON value as a String, Map, List or JsonNode, or a document; send a text document"
                        + " as a file, stream or byte[]"));
    }

    private static HttpEntity form(Invocation invocation, Map<?, ?> parts) {
        MultipartForm form = new MultipartForm();
        InputDocuments documents = invocation.documents();
        long count = parts.values().stream()
                .filter(value -> value != null && !FormParts.isJson(value) && !FormParts.isText(value))
                .count();
        parts.forEach((key, value) -> {
            String name = partName(invocation, key);
            if (FormParts.isJson(value)) {
                form.json(name, RequestJson.bytes(invocation.operation(), value));
            } else if (FormParts.isText(value)) {
                form.text(name, value.toString());
            } else if (value != null) {
                file(form, name, count == 1 ? documents.onlyPart(name, value) : documents.part(name, value));
            }
        });
        return form.build();
    }

    private static MultipartForm file(MultipartForm form, String name, Document document) {
        return form.file(name, document.name().orElse(name), "application/octet-stream", document);
    }

    /** Returns the name of a part. The form does not escape it, so it must not add a header or a parameter. */
    private static String partName(Invocation invocation, Object key) {
        String name = String.valueOf(key);
        if (!FormParts.isName(name)) {
            throw invocation
                    .options()
                    .refusal("the name of a part is '" + CallOptions.shown(name) + "'; allowed is "
                            + FormParts.NAME + "; rename the key of the"
                            + " Map in the body");
        }
        return name;
    }
}
