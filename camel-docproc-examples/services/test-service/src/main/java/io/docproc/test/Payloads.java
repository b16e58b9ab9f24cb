/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.internal.contract.ImageSize;
import io.docproc.test.internal.contract.Json;
import io.docproc.test.internal.responder.Quadrilateral;
import java.util.List;
import java.util.Map;

/** Creates JSON payloads from the arguments of stubs. */
final class Payloads {

    private Payloads() {}

    static ObjectNode object(Map<String, ?> members) {
        return Json.MAPPER.valueToTree(members);
    }

    static ObjectNode cropped(List<byte[]> images) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (byte[] image : images) {
            ImageSize size = ImageSize.of(image)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "An image of " + image.length + " bytes is not an image; allowed are JPEG files."));
            result.put("origin_width", size.width()).put("origin_height", size.height());
            ObjectNode entry = list.addObject()
                    .put("cropped_width", size.width())
                    .put("cropped_height", size.height())
                    .put("image", image);
            entry.set("position", Quadrilateral.of(size));
            entry.put("angle", -1);
        }
        return result.set("image_list", list);
    }
}
