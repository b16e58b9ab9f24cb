/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Programs the responses of {@code crop}. */
public final class CropStubbing extends Stubbing<CropStubbing> {
    CropStubbing(StubRegistry<CallAction> registry) {
        super(Set.of(Operation.CROP), registry);
    }

    @Override
    CropStubbing self() {
        return this;
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
        ObjectNode result = Payloads.cropped(List.of(images));
        return respond(request -> result);
    }

    /** Responds with this {@code result} (interface document, Crop and enhance response). */
    public Stub respondResult(Map<String, ?> result) {
        return respondJson(result);
    }
}
