/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** Reads the forms of the parse calls (interface document, Asynchronous parse request). */
public final class ParseRequestReader implements RequestReader {
    private final Set<String> parts;

    private ParseRequestReader(Set<String> parts) {
        this.parts = parts;
    }

    /** Returns the reader for the synchronous call. */
    public static ParseRequestReader synchronous() {
        return new ParseRequestReader(Set.of("file", "file_url", "config"));
    }

    /** Returns the reader for the asynchronous call. */
    public static ParseRequestReader asynchronous() {
        return new ParseRequestReader(Set.of("file", "file_url", "config", "webhook"));
    }

    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        call.query().allowOnly(Set.of());
        MultipartForm form = MultipartForm.read(call, parts);
        ObjectNode config = config(form);
        ParseConfigRules.check(config);
        ServiceRequest request = withDocument(call.head().withBody(config), form);
        return form.text("webhook")
                .map(it -> request.withWebhook(HttpUrls.parse("webhook", it.value())))
                .orElse(request);
    }

    private static ServiceRequest withDocument(ServiceRequest request, MultipartForm form) {
        Optional<MultipartForm.TextPart> url = form.text("file_url");
        if (form.file().isPresent()) {
            url.ifPresent(it -> {
                throw ParameterError.of("file_url", it.value(), "either file or file_url, not both");
            });
            MultipartForm.FilePart file = form.file().get();
            return request.withDocument(UploadRules.requirePresent(file.document()))
                    .withFileName(file.fileName());
        }
        URI fileUrl = HttpUrls.parse(
                "file_url",
                url.orElseThrow(() -> UploadRules.noFile("the parts file and file_url are missing"))
                        .value());
        return request.withFileUrl(fileUrl).withFileName(HttpUrls.fileName(fileUrl));
    }

    private static ObjectNode config(MultipartForm form) {
        Optional<MultipartForm.TextPart> part = form.text("config");
        if (part.isEmpty()) {
            return Json.MAPPER.createObjectNode();
        }
        String contentType = part.get().contentType();
        if (!contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw ParameterError.of("Content-Type of config", contentType, "application/json");
        }
        try {
            if (Json.MAPPER.readTree(part.get().value()) instanceof ObjectNode config) {
                return config;
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("config", e.getOriginalMessage(), "a JSON object");
        }
        throw ParameterError.of("config", part.get().value(), "a JSON object");
    }
}
