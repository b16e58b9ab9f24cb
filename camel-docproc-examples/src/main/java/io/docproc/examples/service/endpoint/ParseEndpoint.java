/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.endpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.service.ParameterError;
import io.docproc.examples.service.http.Call;
import io.docproc.examples.service.http.Downloader;
import io.docproc.examples.service.http.Endpoint;
import io.docproc.examples.service.http.MultipartForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/** Synchronous parse (interface document, Endpoints 4). */
public final class ParseEndpoint implements Endpoint {
    private static final Set<String> PARTS = Set.of("file", "file_url", "config");
    private static final JsonMapper JSON = new JsonMapper();

    private final Parser parser;
    private final Downloader downloader;

    /** Does the parsing. */
    @FunctionalInterface
    public interface Parser {
        /**
         * Parses a document.
         *
         * @return the answer's {@code data}
         */
        ObjectNode parse(Path file, String fileName, ObjectNode config);
    }

    public ParseEndpoint(Parser parser, Downloader downloader) {
        this.parser = parser;
        this.downloader = downloader;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        call.query().allowOnly(Set.of());
        MultipartForm form = MultipartForm.read(call, PARTS, DocumentLimits.PARSE);
        ObjectNode config = config(form);
        MultipartForm.FilePart document = document(form, call);
        ObjectNode data = parser.parse(DocumentLimits.present(document.path()), document.fileName(), config);
        return JsonNodeFactory.instance.objectNode().set("data", data);
    }

    private MultipartForm.FilePart document(MultipartForm form, Call call) throws IOException {
        Optional<MultipartForm.TextPart> url = form.text("file_url");
        if (form.file().isPresent()) {
            if (url.isPresent()) {
                throw ParameterError.of("file_url", url.get().value(), "either file or file_url, not both");
            }
            return form.file().get();
        }
        String address = url.orElseThrow(() -> DocumentLimits.noFile("neither file nor file_url is there"))
                .value();
        Downloader.Download download = downloader.fetch("file_url", address, call.scratch(), DocumentLimits.PARSE);
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
