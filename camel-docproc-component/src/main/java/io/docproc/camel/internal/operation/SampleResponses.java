/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.util.ClassUtil;
import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ModelJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.camel.CamelContext;

/** Sample responses, read before the first call: with a class path that cannot read them, each call would be billed and fail. */
public final class SampleResponses {
    private static final String CROP =
            "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"/9j/2Q==\",\"position\":[0]}]}}";
    private static final String OTHER =
            "{\"code\":200,\"data\":{\"markdown\":\"# A\",\"files\":[],\"elements\":[{}],\"pages\":[{}]},"
                    + "\"result\":{\"extracted_schema\":{\"total\":1.50},\"citations\":{},\"stamps\":[{}],\"new\":[1]}}";

    private SampleResponses() {}

    /**
     * Requires that responses can be read and converted to JSON.
     *
     * @throws IllegalStateException if a class is missing or does not fit; it names the class
     */
    public static void requireReadable(CamelContext context) {
        try {
            ModelJson.mapper()
                    .writeValueAsBytes(
                            CropOperation.Received.read(sample(CROP), () -> new SpoolingOutputStream(context))
                                    .response());
            SpooledResponse response =
                    SpooledResponse.read(sample(OTHER), new SpoolingOutputStream(context), Set.of("job_id"));
            ModelJson.mapper().writeValueAsBytes(response.as(ExtractResponse.class));
            for (ParseOutput output : ParseOutput.values()) {
                response.document().body(output, false);
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "The component docproc cannot read responses of the service: " + ClassUtil.getRootCause(e)
                            + "; allowed are jars of one version of Jackson, such as jackson-databind; import camel-bom of"
                            + " the version of Camel, and jackson-bom if another BOM sets another version of Jackson",
                    e);
        }
    }

    private static ServiceResponse sample(String json) {
        return new ServiceResponse(
                ServiceCall.get("sample", URI.create("sample:response")),
                200,
                "",
                "",
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }
}
