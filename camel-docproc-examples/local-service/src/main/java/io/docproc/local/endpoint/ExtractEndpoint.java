/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.http.Call;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/** Extraction (interface document, Endpoints 2). */
public final class ExtractEndpoint implements Endpoint {
    private final Extractor extractor;
    private final Downloader downloader;

    /** Does the extracting. */
    @FunctionalInterface
    public interface Extractor {
        /**
         * Finds a schema's fields in a document.
         *
         * @return the answer's {@code result}
         */
        ObjectNode extract(
                Path file, String fileName, ObjectNode schema, ObjectNode parseOptions, ObjectNode extractOptions);
    }

    public ExtractEndpoint(Extractor extractor, Downloader downloader) {
        this.extractor = extractor;
        this.downloader = downloader;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        call.query().allowOnly(Set.of());
        if (!call.mediaType().equals("application/json")) {
            throw DocumentLimits.noFile(
                    "Content-Type is " + call.contentType().orElse("none") + ", not application/json");
        }
        ExtractionRequest request = ExtractionRequest.read(call.body(), call.tempFiles());
        ObjectNode schema = request.schema();
        ObjectNode parseOptions = request.options("parse_options");
        ObjectNode extractOptions = request.options("extract_options");
        Downloader.Download document = document(request, call);
        long startedNanos = System.nanoTime();
        ObjectNode result =
                extractor.extract(document.path(), document.fileName(), schema, parseOptions, extractOptions);
        Duration work = Duration.ofNanos(System.nanoTime() - startedNanos);
        ObjectNode members = JsonNodeFactory.instance.objectNode().put("status", "finished");
        members.set("result", result);
        members.set("part_durations", partDurations(work));
        return members;
    }

    private Downloader.Download document(ExtractionRequest request, Call call) throws IOException {
        if (request.document().isPresent()) {
            return new Downloader.Download(
                    request.document().get(), request.fileName().orElse("document"));
        }
        String url = request.fileUrl()
                .orElseThrow(() -> DocumentLimits.noFile("neither file.file_base64 nor file.file_url is there"));
        Downloader.Download download =
                downloader.fetch("file.file_url", url, call.tempFiles(), DocumentLimits.CROP_AND_EXTRACT);
        return new Downloader.Download(
                DocumentLimits.present(download.path()), request.fileName().orElse(download.fileName()));
    }

    /** Reading and finding are one stage here, and the stages of a language model do not exist. */
    private static ObjectNode partDurations(Duration work) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("parse_duration", work.toMillis())
                .put("retrieve_duration", 0)
                .put("prompt_duration", 0)
                .put("llm_duration", 0)
                .put("format_duration", 0);
    }
}
