/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.test.internal.contract.ImageSize;

/** Corner points {@code x1,y1,…,x4,y4} clockwise from top left. */
public final class Quadrilateral {
    private Quadrilateral() {}

    /** Returns the corners of a whole image in pixels. */
    public static ArrayNode of(ImageSize size) {
        return rectangle(0, 0, size.width(), size.height());
    }

    static ArrayNode rectangle(int left, int top, int right, int bottom) {
        return JsonNodeFactory.instance
                .arrayNode()
                .add(left)
                .add(top)
                .add(right)
                .add(top)
                .add(right)
                .add(bottom)
                .add(left)
                .add(bottom);
    }
}
