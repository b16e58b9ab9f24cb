/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ServiceRequest;
import io.docproc.test.SizeAndPosition;
import io.docproc.test.internal.contract.ImageSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Default responder of {@code crop}: always the same small JPEG. The corners are those of the request, else lie 5 %
 * inside the image.
 */
public final class CropResponder {
    private static final ImageSize A4_AT_150_DPI = new ImageSize(1240, 1754);
    private static final String SIZE_AND_POSITION = "size_and_positon";

    private static final byte[] IMAGE = readImage();
    private static final ImageSize IMAGE_SIZE = ImageSize.of(IMAGE).orElseThrow();

    private CropResponder() {}

    /** Returns the image of this module. */
    static byte[] image() {
        return IMAGE;
    }

    /** Responds to {@code crop}. */
    public static ObjectNode respond(ServiceRequest request) throws IOException {
        ImageSize origin = originSize(request);
        ObjectNode result = JsonNodeFactory.instance
                .objectNode()
                .put("origin_width", origin.width())
                .put("origin_height", origin.height());
        ObjectNode cropped = result.putArray("image_list")
                .addObject()
                .put("cropped_width", IMAGE_SIZE.width())
                .put("cropped_height", IMAGE_SIZE.height());
        if (!isSet(request, "only_position")) {
            cropped.put("image", IMAGE);
        }
        cropped.set("position", position(request, origin));
        cropped.put("angle", isSet(request, "correct_direction") ? 0 : -1);
        return result;
    }

    private static byte[] readImage() {
        try (InputStream in = CropResponder.class.getResourceAsStream("cropped.jpg")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ImageSize originSize(ServiceRequest request) throws IOException {
        return request.document().isPresent()
                ? ImageSize.of(request.document().get().file()).orElse(A4_AT_150_DPI)
                : A4_AT_150_DPI;
    }

    private static ArrayNode position(ServiceRequest request, ImageSize origin) {
        Optional<SizeAndPosition> requested =
                Optional.ofNullable(request.parameters().get(SIZE_AND_POSITION)).map(SizeAndPosition::parse);
        if (requested.isPresent()) {
            ArrayNode corners = JsonNodeFactory.instance.arrayNode();
            requested.get().corners().forEach(corners::add);
            return corners;
        }
        int marginX = origin.width() / 20;
        int marginY = origin.height() / 20;
        return Quadrilateral.rectangle(marginX, marginY, origin.width() - marginX, origin.height() - marginY);
    }

    private static boolean isSet(ServiceRequest request, String parameter) {
        return "1".equals(request.parameters().get(parameter));
    }
}
