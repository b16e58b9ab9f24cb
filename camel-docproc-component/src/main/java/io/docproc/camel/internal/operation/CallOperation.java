/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.FileNames;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.net.URIBuilder;

/**
 * Operation {@code call}: any other call of the provider, with the authentication, errors, rate limit and streaming of
 * the other operations.
 */
final class CallOperation implements Operation {

    private static final long MAX_RESPONSE_BYTES = 4L * 1024 * 1024 * 1024;
    private static final Pattern PAGE = Pattern.compile("[1-9]\\d{0,8}");
    private static final int MAX_NAME = 200;

    /** A form does not escape the name of a part, so a name must not add a header or a parameter. */
    private static final Pattern PART_NAME = Pattern.compile("(?=.*\\S)[^\"\\p{Cntrl}]{1," + MAX_NAME + "}");

    private final Operation.Settings settings;

    CallOperation(Operation.Settings settings) {
        this.settings = settings;
        if (isOfWorkflow(settings.options())) {
            settings.workflow("");
        }
    }

    private static boolean isOfWorkflow(CallOptions options) {
        return "workflow".equals(options.service().getService());
    }

    @Override
    public Operation.Result perform(Invocation invocation) {
        OptionValues options = invocation.options();
        String output = options.document().getOutput();
        ServiceCall call = call(invocation).withMaxResponseBytes(MAX_RESPONSE_BYTES);
        if ("bytes".equals(output)) {
            return invocation.billedCall(
                    call,
                    Operation.Result.class,
                    response -> FileResponse.read(response, invocation::spool)
                            .with(ResultHeader.RESPONSE_FILE_NAME, FileNames.safe(response.fileName())),
                    FileResponse::isSuccessful);
        }
        if ("files".equals(output) && call.method() != ServiceCall.Method.GET) {
            throw options.refusal("option output is files, which lists files; allowed is serviceMethod=GET; set it");
        }
        SpooledResponse response =
                invocation.billedDocument(call, Set.of(SpooledResponse.DETAIL, SpooledResponse.SUCCESS_COUNT), read -> {
                    if (!read.envelope().isPartial()) {
                        read.envelope().requireSuccess(read::whole);
                    }
                });
        if ("files".equals(output)) {
            return files(invocation, call, response);
        }
        return invocation
                .result(response.anyDocument(), Operation.Result.headers(response.envelope()))
                .with(ResultHeader.SUCCESS_COUNT, response.successCount());
    }

    /** Returns the files of a list. If its pages have a size, they are requested while the files are read. */
    private static Operation.Result files(Invocation invocation, ServiceCall call, SpooledResponse first) {
        Map<String, Object> params = invocation.options().document().getParam();
        boolean hasPages = params.containsKey("page_size");
        String page = String.valueOf(params.getOrDefault("page", 1));
        if (hasPages && !PAGE.matcher(page).matches()) {
            throw invocation.refusal(
                    "param.page is '" + OptionDeclaration.shown(page) + "'; allowed is a whole number from 1 up");
        }
        return Operation.Result.of(
                first.anyDocument()
                        .files(index -> hasPages
                                ? Optional.of(invocation
                                        .furtherCall(call.withUrl(page(call.url(), Integer.parseInt(page) + index)))
                                        .anyDocument())
                                : Optional.empty()),
                first.envelope());
    }

    private static URI page(URI url, int page) {
        try {
            return new URIBuilder(url)
                    .setParameter("page", String.valueOf(page))
                    .build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private ServiceCall call(Invocation invocation) {
        OptionValues options = invocation.options();
        URI url = RequestFields.query(url(options), options);
        boolean isForm = isForm(options);
        if (isForm && "GET".equals(options.service().getServiceMethod())) {
            throw options.refusal(
                    "option multipart is true and serviceMethod is GET; a form is sent with POST; remove one"
                            + " of the options");
        }
        Optional<String> lang = Optional.ofNullable(options.service().getLang());
        lang.ifPresent(language -> invocation.keyField("lang", () -> language));
        Map<String, String> headers =
                lang.map(language -> Map.of("lang", language)).orElse(Map.of());
        boolean post = Optional.ofNullable(options.service().getServiceMethod())
                .map("POST"::equals)
                .orElseGet(() -> isForm
                        || invocation.body() != null
                        || invocation.fileUrl().isPresent());
        invocation.keyField("host", url::getRawAuthority);
        if (!post) {
            invocation.keyBody(new byte[0]);
            return ServiceCall.get(invocation.operation(), url).withHeaders(headers);
        }
        HttpEntity body = body(invocation);
        invocation.keyField("type", () -> body.getContentType().replaceFirst(";.*", ""));
        return ServiceCall.post(invocation.operation(), url, body).withHeaders(headers);
    }

    private static boolean isForm(CallOptions options) {
        return Boolean.TRUE.equals(options.service().getMultipart());
    }

    private URI url(OptionValues options) {
        String path = Optional.ofNullable(options.service().getServicePath())
                .orElseThrow(
                        () -> options.refusal(
                                "option servicePath is not set; it is required; set it, or the header"
                                        + " CamelDocprocServicePath, to the path of the service, for example /ai/service/v1/pdf_to_markdown"));
        if (!isOfWorkflow(options)) {
            return settings.main(path);
        }
        if (settings.workflowUrl().isEmpty()) {
            throw options.refusal("option workflowUrl is not set; service=workflow requires it; set it on the component"
                    + " or the endpoint to the address of the workflow service");
        }
        return settings.workflow(path);
    }

    private static HttpEntity body(Invocation invocation) {
        Object body = invocation.body();
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            return RequestBodies.text(fileUrl.get());
        }
        if (isForm(invocation.options())) {
            return form(invocation, body);
        }
        if (body == null) {
            return json(invocation, new byte[0]);
        }
        Object json = body instanceof String text ? parsed(invocation, text) : body;
        return isJson(json)
                ? json(invocation, RequestJson.bytes(invocation.operation(), json))
                : RequestBodies.octetStream(invocation.document(DocumentRules.PARSE));
    }

    private static HttpEntity json(Invocation invocation, byte[] json) {
        invocation.keyBody(RequestJson.canonical(json).getBytes(StandardCharsets.UTF_8));
        return RequestBodies.json(json);
    }

    private static JsonNode parsed(Invocation invocation, String text) {
        return RequestJson.parsed(text)
                .orElseThrow(() -> invocation.refusal(
                        "the body is text of " + text.length() + " characters that is not JSON; allowed is one"
                                + " JSON value as a String, Map, List or JsonNode, or a document; send a text document"
                                + " as a file, stream or byte[]"));
    }

    /**
     * Returns a form with a part for each entry of a Map, or with the part {@code file} for a document or each document of
     * a List. An entry whose value is a List of documents is several parts.
     */
    private static HttpEntity form(Invocation invocation, Object body) {
        RequestBodies.MultipartForm form = new RequestBodies.MultipartForm();
        if (!(body instanceof Map) && documents(body).isEmpty()) {
            file(invocation, form, "file", invocation.document(DocumentRules.PARSE));
            return form.build();
        }
        invocation.keyBody(new byte[0]);
        Map<?, ?> parts = body instanceof Map<?, ?> map ? map : Map.of("file", body);
        long documents = parts.values().stream()
                .flatMap(value -> values(value).stream())
                .filter(CallOperation::isDocument)
                .count();
        parts.forEach((key, value) -> {
            String name = partName(invocation, key);
            List<?> values = values(value);
            for (int index = 0; index < values.size(); index++) {
                String subject = values.size() == 1 ? name : name + "[" + index + "]";
                part(invocation, form, name, subject, values.get(index), documents == 1);
            }
        });
        return form.build();
    }

    /** Returns the elements of a collection or an array that contains a document; empty for another value. */
    private static Optional<List<?>> documents(Object value) {
        List<?> elements = value instanceof Object[] array
                ? Arrays.asList(array)
                : value instanceof Collection<?> collection ? new ArrayList<>(collection) : List.of();
        return elements.stream().anyMatch(CallOperation::isDocument) ? Optional.of(elements) : Optional.empty();
    }

    private static List<?> values(Object value) {
        Optional<List<?>> documents = documents(value);
        return documents.isPresent() ? documents.get() : Collections.singletonList(value);
    }

    private static void part(
            Invocation invocation,
            RequestBodies.MultipartForm form,
            String name,
            String subject,
            Object value,
            boolean isOnlyDocument) {
        if (isJson(value)) {
            byte[] json = RequestJson.bytes(invocation.operation(), value);
            form.json(name, json);
            invocation.keyField("part " + name, () -> RequestJson.canonical(json));
        } else if (isText(value)) {
            form.text(name, value.toString());
            invocation.keyField("part " + name, value::toString);
        } else if (value != null) {
            file(invocation, form, name, invocation.part(subject, value, isOnlyDocument, DocumentRules.PARSE));
        }
    }

    private static void file(Invocation invocation, RequestBodies.MultipartForm form, String name, Document document) {
        String fileName = document.name().orElse(name);
        form.file(name, fileName, "application/octet-stream", document);
        invocation.keyField("file name " + name, () -> fileName);
    }

    private static String partName(Invocation invocation, Object key) {
        String name = String.valueOf(key);
        if (!PART_NAME.matcher(name).matches()) {
            throw invocation.refusal(
                    "the name of a part is '" + OptionDeclaration.shown(name) + "'; allowed is a name of 1 to "
                            + MAX_NAME + " characters without quotes and control characters; rename the key of the"
                            + " Map in the body");
        }
        return name;
    }

    private static boolean isJson(Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?> || value instanceof JsonNode;
    }

    private static boolean isDocument(Object value) {
        return value != null && !isJson(value) && !isText(value);
    }

    private static boolean isText(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }
}
