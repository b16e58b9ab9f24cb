/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.http.Call;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.MultipartForm;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The form of the parse calls (interface document, Asynchronous parse request).
 *
 * @param document temporary file of the call
 */
record ParseRequest(Path document, String fileName, ObjectNode config, Optional<URI> webhook) {
    private static final JsonMapper JSON = new JsonMapper();

    /** @param parts names of the parts there may be */
    static ParseRequest read(Call call, Set<String> parts, Downloader downloader) throws IOException {
        call.query().allowOnly(Set.of());
        MultipartForm form = MultipartForm.read(call, parts, DocumentLimits.PARSE);
        ObjectNode config = config(form);
        Optional<URI> webhook =
                form.text("webhook").map(MultipartForm.TextPart::value).map(ParseRequest::webhook);
        MultipartForm.FilePart document = document(form, call, downloader);
        return new ParseRequest(DocumentLimits.present(document.path()), document.fileName(), config, webhook);
    }

    private static URI webhook(String address) {
        try {
            URI url = new URI(address.strip());
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw ParameterError.of("webhook", "not a URL", "an http or https URL");
        }
        throw ParameterError.of("webhook", address, "an http or https URL");
    }

    private static MultipartForm.FilePart document(MultipartForm form, Call call, Downloader downloader)
            throws IOException {
        Optional<MultipartForm.TextPart> url = form.text("file_url");
        if (form.file().isPresent()) {
            if (url.isPresent()) {
                throw ParameterError.of("file_url", url.get().value(), "either file or file_url, not both");
            }
            return form.file().get();
        }
        String address = url.orElseThrow(() -> DocumentLimits.noFile("neither file nor file_url is there"))
                .value();
        Downloader.Download download = downloader.fetch("file_url", address, call.tempFiles(), DocumentLimits.PARSE);
        return new MultipartForm.FilePart(download.path(), download.fileName());
    }

    private static ObjectNode config(MultipartForm form) {
        Optional<MultipartForm.TextPart> part = form.text("config");
        if (part.isEmpty()) {
            return JsonNodeFactory.instance.objectNode();
        }
        String contentType = part.get().contentType();
        if (!contentType.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw ParameterError.of("Content-Type of config", contentType, "application/json");
        }
        try {
            if (JSON.readTree(part.get().value()) instanceof ObjectNode config) {
                return config;
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("config", e.getOriginalMessage(), "a JSON object");
        }
        throw ParameterError.of("config", part.get().value(), "a JSON object");
    }
}
