/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropResult;
import io.docproc.local.crop.SizeAndPosition;
import io.docproc.local.http.Call;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.Endpoint;
import io.docproc.local.http.QueryParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/** Crop and enhance (interface document, Endpoints 1). */
public final class CropEndpoint implements Endpoint {
    /** Spelled so by the interface document. */
    private static final String SIZE_AND_POSITION = "size_and_positon";

    private static final Set<String> PARAMETERS = Set.of(
            "enhance_mode",
            "crop_image",
            "only_position",
            "dewarp_image",
            "deblur_image",
            "correct_direction",
            "round_image",
            "jpeg_quality",
            SIZE_AND_POSITION);
    private static final Set<Integer> ENHANCE_MODES = Set.of(-1, 1, 2, 3, 4, 5, 6);
    private static final int MAX_URL_LENGTH = 8 * 1024;

    private final Cropper cropper;
    private final Downloader downloader;

    /** Does the cropping. */
    @FunctionalInterface
    public interface Cropper {
        /** Finds the document in an image and cuts it out. */
        CropResult crop(Path file, CropParameters parameters);
    }

    public CropEndpoint(Cropper cropper, Downloader downloader) {
        this.cropper = cropper;
        this.downloader = downloader;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        CropParameters parameters = parameters(call.query());
        CropResult cropped = cropper.crop(DocumentLimits.present(document(call)), parameters);
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        ObjectNode result = members.putObject("result")
                .put("origin_width", cropped.originWidth())
                .put("origin_height", cropped.originHeight());
        ObjectNode image = result.putArray("image_list")
                .addObject()
                .put("cropped_width", cropped.croppedWidth())
                .put("cropped_height", cropped.croppedHeight());
        cropped.jpeg().ifPresent(it -> image.put("image", it));
        cropped.position().forEach(image.putArray("position")::add);
        image.put("angle", cropped.angle());
        return members;
    }

    private Path document(Call call) throws IOException {
        return switch (call.mediaType()) {
            case "application/octet-stream" -> call.tempFiles().save(call.body(), DocumentLimits.CROP_AND_EXTRACT);
            case "text/plain" ->
                downloader
                        .fetch("body", url(call), call.tempFiles(), DocumentLimits.CROP_AND_EXTRACT)
                        .path();
            default ->
                throw DocumentLimits.noFile("Content-Type is "
                        + call.contentType().orElse("none") + ", not application/octet-stream or text/plain");
        };
    }

    private static String url(Call call) throws IOException {
        byte[] body = call.body().readNBytes(MAX_URL_LENGTH + 1);
        if (body.length == 0) {
            throw DocumentLimits.noFile("the body is empty");
        }
        if (body.length > MAX_URL_LENGTH) {
            throw ParameterError.of("body", "longer", "a URL of at most " + MAX_URL_LENGTH + " bytes");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static CropParameters parameters(QueryParameters query) {
        query.allowOnly(PARAMETERS);
        return new CropParameters(
                query.oneOf("enhance_mode", ENHANCE_MODES, -1),
                query.flag("crop_image", true),
                query.flag("only_position", false),
                query.flag("dewarp_image", true),
                query.flag("deblur_image", false),
                query.flag("correct_direction", false),
                query.flag("round_image", false),
                query.between("jpeg_quality", 1, 100, 95),
                query.text(SIZE_AND_POSITION).map(SizeAndPosition::parse));
    }
}
