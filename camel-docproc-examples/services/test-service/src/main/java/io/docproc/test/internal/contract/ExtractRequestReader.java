/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JsonParameters;
import io.docproc.test.ParameterError;
import io.docproc.test.SchemaRules;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/** Reads extraction requests (interface document, Extraction request). */
public final class ExtractRequestReader implements RequestReader {
    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        call.query().allowOnly(Set.of());
        if (!call.mediaType().equals("application/json")) {
            throw UploadRules.noFile("Content-Type is " + call.shownContentType() + ", not application/json");
        }
        ExtractBody body = ExtractBody.read(call.body(), call.files());
        requireOptions(body.json());
        ServiceRequest request = withDocument(call.head().withBody(body.json()), body);
        Optional<String> fileName = new JsonParameters("", body.json())
                .object("file")
                .text("file_name")
                .filter(it -> !it.isBlank());
        return fileName.map(request::withFileName).orElse(request);
    }

    private static ServiceRequest withDocument(ServiceRequest request, ExtractBody body) {
        Optional<String> url = new JsonParameters("", body.json())
                .object("file")
                .text("file_url")
                .filter(it -> !it.isBlank());
        if (body.document().isPresent()) {
            url.ifPresent(it -> {
                throw ParameterError.of("file.file_url", it, "either file_base64 or file_url, not both");
            });
            return request.withDocument(body.document().get());
        }
        URI fileUrl = HttpUrls.parse(
                "file.file_url",
                url.orElseThrow(() -> UploadRules.noFile("file.file_base64 and file.file_url are missing")));
        return request.withFileUrl(fileUrl).withFileName(HttpUrls.fileName(fileUrl));
    }

    private static void requireOptions(ObjectNode body) {
        SchemaRules.check(body.get("schema"));
        JsonParameters parameters = new JsonParameters("", body);
        JsonParameters parse = parameters.object("parse_options");
        parse.integer("page_start", 1, Integer.MAX_VALUE);
        parse.integer("page_count", 1, Integer.MAX_VALUE);
        parse.text("get_image");
        parse.integer("crop_dewarp", 0, 1);
        parse.integer("remove_watermark", 0, 1);
        parse.text("parse_mode");
        parse.integer("formula_level", 0, Integer.MAX_VALUE);
        parse.text("table_flavor");
        parse.text("pdf_pwd");
        JsonParameters extract = parameters.object("extract_options");
        extract.flag("generate_citations");
        extract.flag("stamp");
    }
}
