/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import io.docproc.camel.internal.body.Samples;
import java.util.Base64;

/** Document, schema and response of extraction tests. */
final class ExtractFixture {
    static final byte[] PDF = Samples.pdf();
    static final String PDF_BASE64 = Base64.getEncoder().encodeToString(PDF);
    static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"string\"}}}";
    static final String RESPONSE =
            """
            {"code":200,"message":"success","version":"v3.1.0_20260101","duration":812.25,"x_request_id":"req-2",\
            "status":"finished","trace":"t","result":{"success_count":2,"extracted_schema":{"number":"R-7","total":12.50,\
            "paid":null,"items":[{"name":"红色"}],"note":""},"citations":{"number":{"value":"R-7","bounding_regions":[\
            {"page_number":1,"position":[1,2,3.5,4,5,6,7,8],"text":"No. R-7"}]}},"pages":[{"page_number":1,\
            "status":"Halbfertig","durations":3.5,"image_id":"i","height":10,"width":20,"angle":0,"dpi":72}],\
            "stamps":[{"color":"红色","position":[1,2,3,4,5,6,7,8],"stamp_shape":"圆章","type":"公章","value":"v","x":1}],\
            "rotated":false},"part_durations":{"parse_duration":1.5,"llm_duration":2}}""";

    private ExtractFixture() {}

    /** Returns the request body for {@link #PDF} and a schema. */
    static String requestWith(String schema) {
        return "{\"file\":{\"file_base64\":\"" + PDF_BASE64 + "\"},\"schema\":" + schema + "}";
    }
}
