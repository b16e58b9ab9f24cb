/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropResult;
import io.docproc.local.crop.SizeAndPosition;
import io.docproc.local.parse.ParseService;
import io.docproc.test.DocprocTestServiceBuilder;
import io.docproc.test.Operation;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Processors of documents, called for requests that fulfil the contract of the service.
 *
 * @param cropper crops images
 * @param extractor extracts fields
 * @param parser parses documents
 */
public record DocumentProcessors(Cropper cropper, Extractor extractor, Parser parser) {
    private static final int INTERNAL_ERROR = 500;

    /** Crops images. */
    @FunctionalInterface
    public interface Cropper {
        /** Returns the document in an image. */
        CropResult crop(Path file, CropParameters parameters);
    }

    /** Extracts fields. */
    @FunctionalInterface
    public interface Extractor {
        /** Returns the {@code result} of the response. */
        ObjectNode extract(
                Path file, String fileName, ObjectNode schema, ObjectNode parseOptions, ObjectNode extractOptions);
    }

    /** Parses documents. */
    @FunctionalInterface
    public interface Parser {
        /** Returns the {@code data} of the response. */
        ObjectNode parse(Path file, String fileName, ObjectNode config);
    }

    /**
     * Returns the same processors with a maximum of concurrent documents; other calls wait for a permit. Processing a
     * large image requires several hundred megabytes, so that this number limits the memory.
     */
    public DocumentProcessors atMost(int documents) {
        Semaphore permits = new Semaphore(documents, true);
        return new DocumentProcessors(
                (file, parameters) -> within(permits, () -> cropper.crop(file, parameters)),
                (file, name, schema, parse, extract) ->
                        within(permits, () -> extractor.extract(file, name, schema, parse, extract)),
                (file, name, config) -> within(permits, () -> parser.parse(file, name, config)));
    }

    private static <T> T within(Semaphore permits, Supplier<T> work) {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceErrorException(INTERNAL_ERROR, "the service is stopping");
        }
        try {
            return work.get();
        } finally {
            permits.release();
        }
    }

    /** Makes a service respond with the results of these processors. */
    void addTo(DocprocTestServiceBuilder builder) {
        builder.responder(Operation.CROP, this::crop)
                .responder(Operation.EXTRACT, this::extract)
                .responder(Operation.PARSE_SYNC, this::parse)
                .responder(Operation.CALL, new WorkflowFiles(extractor)::respond)
                .requestCheck(Operation.PARSE_ASYNC, request -> ParseService.requireValid(request.body()));
    }

    private ObjectNode crop(ServiceRequest request) throws IOException {
        CropParameters parameters = cropParameters(request.parameters());
        CropResult cropped = DocumentDownload.process(request, file -> cropper.crop(file, parameters));
        ObjectNode result = JsonNodeFactory.instance
                .objectNode()
                .put("origin_width", cropped.originWidth())
                .put("origin_height", cropped.originHeight());
        ObjectNode image = result.putArray("image_list")
                .addObject()
                .put("cropped_width", cropped.croppedWidth())
                .put("cropped_height", cropped.croppedHeight());
        cropped.jpeg().ifPresent(it -> image.put("image", it));
        cropped.position().forEach(image.putArray("position")::add);
        image.put("angle", cropped.angle());
        return result;
    }

    private ObjectNode extract(ServiceRequest request) throws IOException {
        return DocumentDownload.process(
                request,
                file -> extractor.extract(
                        file,
                        fileName(request),
                        member(request, "schema"),
                        member(request, "parse_options"),
                        member(request, "extract_options")));
    }

    private ObjectNode parse(ServiceRequest request) throws IOException {
        return DocumentDownload.process(request, file -> parser.parse(file, fileName(request), request.body()));
    }

    private static CropParameters cropParameters(Map<String, String> query) {
        CropParameters defaults = CropParameters.defaults();
        return new CropParameters(
                number(query, "enhance_mode", defaults.enhanceMode()),
                flag(query, "crop_image", defaults.cropImage()),
                flag(query, "only_position", defaults.onlyPosition()),
                flag(query, "dewarp_image", defaults.dewarpImage()),
                flag(query, "deblur_image", defaults.deblurImage()),
                flag(query, "correct_direction", defaults.correctDirection()),
                flag(query, "round_image", defaults.roundImage()),
                number(query, "jpeg_quality", defaults.jpegQuality()),
                Optional.ofNullable(query.get("size_and_positon")).map(SizeAndPosition::parse));
    }

    private static int number(Map<String, String> query, String name, int defaultValue) {
        return Optional.ofNullable(query.get(name)).map(Integer::valueOf).orElse(defaultValue);
    }

    private static boolean flag(Map<String, String> query, String name, boolean defaultValue) {
        return number(query, name, defaultValue ? 1 : 0) == 1;
    }

    private static String fileName(ServiceRequest request) {
        return request.fileName().orElse("document");
    }

    private static ObjectNode member(ServiceRequest request, String name) {
        return request.body().get(name) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }
}
