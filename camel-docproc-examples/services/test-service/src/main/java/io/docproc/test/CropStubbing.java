/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;

/** Programs the responses of {@code crop}. */
public final class CropStubbing extends Stubbing<CropStubbing> {
    CropStubbing(List<Stub> stubs) {
        super(Set.of(Operation.CROP), stubs);
    }

    /**
     * Responds with these images. Width and height are read from the images, and the position is the whole image.
     *
     * @param images JPEG files
     * @throws IllegalArgumentException if there is none, or one of them is not an image
     */
    public Stub respond(byte[]... images) {
        if (images.length == 0) {
            throw new IllegalArgumentException("There are 0 images; pass at least one, or use respondResult.");
        }
        ObjectNode result = Json.of();
        ArrayNode list = Json.MAPPER.createArrayNode();
        for (byte[] image : images) {
            BufferedImage pixels = read(image);
            int width = pixels.getWidth();
            int height = pixels.getHeight();
            result.put("origin_width", width).put("origin_height", height);
            list.add(Samples.croppedImage(width, height, image, Samples.corners(0, 0, width, height), -1));
        }
        result.set("image_list", list);
        return respond(request -> result);
    }

    private static BufferedImage read(byte[] image) {
        try {
            BufferedImage pixels = ImageIO.read(new ByteArrayInputStream(image));
            if (pixels != null) {
                return pixels;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("An image of " + image.length + " bytes is damaged.", e);
        }
        throw new IllegalArgumentException(
                "An image of " + image.length + " bytes is not an image; allowed are JPEG files.");
    }

    /** Responds with this {@code result} (interface document, Crop and enhance response). */
    public Stub respondResult(Map<String, ?> result) {
        return respondJson(result);
    }
}
