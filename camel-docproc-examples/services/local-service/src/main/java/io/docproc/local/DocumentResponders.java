/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropResult;
import io.docproc.test.ServiceRequest;
import io.docproc.test.SizeAndPosition;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Responders of the operations that process documents. */
final class DocumentResponders {
    private final DocumentProcessors processors;

    DocumentResponders(DocumentProcessors processors) {
        this.processors = processors;
    }

    ObjectNode crop(ServiceRequest request) {
        CropResult cropped = processors.cropper().crop(file(request), cropParameters(request.parameters()));
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

    ObjectNode extract(ServiceRequest request) {
        return processors
                .extractor()
                .extract(
                        file(request),
                        fileName(request),
                        member(request, "schema"),
                        member(request, "parse_options"),
                        member(request, "extract_options"));
    }

    ObjectNode parse(ServiceRequest request) {
        return processors.parser().parse(file(request), fileName(request), request.body());
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

    private static Path file(ServiceRequest request) {
        return request.document().orElseThrow().file();
    }

    private static String fileName(ServiceRequest request) {
        return request.fileName().orElse("document");
    }

    private static ObjectNode member(ServiceRequest request, String name) {
        return request.body().get(name) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }
}
