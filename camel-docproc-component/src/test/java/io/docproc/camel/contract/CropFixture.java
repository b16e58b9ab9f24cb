/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import io.docproc.camel.internal.body.Samples;
import java.io.IOException;
import java.util.Base64;

/** Document and responses of crop tests. */
final class CropFixture {
    static final byte[] JPEG = photo();
    /** Content of the image in {@link #ENTRY}. */
    static final byte[] RESULT = Samples.ascii("\u00ff\u00d8\u00ff\u00e0 a processed image");
    /** JSON of one image. */
    static final String ENTRY =
            """
            {"cropped_width":628,"cropped_height":848,"image":"%s","position":[1,2,627,3,626,847,4,846],"angle":90}"""
                    .formatted(Base64.getEncoder().encodeToString(RESULT));

    private CropFixture() {}

    private static byte[] photo() {
        try {
            return Samples.image("jpg", 60, 40);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a response with a JSON array of images. */
    static String response(String imageList) {
        return """
                {"code":200,"message":"success","msg":"success","version":"v1.4.2","duration":161.5,\
                "x_request_id":"req-1","result":{"origin_width":640,"origin_height":900,"image_list":%s}}"""
                .formatted(imageList);
    }
}
