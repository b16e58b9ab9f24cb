/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.error.DocprocException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;

/** Responses, documents and paths that tests share. */
public final class Replies {
    public static final byte[] DOCUMENT =
            "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n"
                    .getBytes(StandardCharsets.US_ASCII);
    public static final byte[] JPEG =
            "\u00ff\u00d8\u00ff\u00e0\1\2\3\u00ff\u00d9".getBytes(StandardCharsets.ISO_8859_1);
    public static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"string\"}}}";

    public static final String CROP_PATH = "/ai/service/v1/crop_enhance_image";
    public static final String EXTRACT_PATH = "/ai/service/v3/entity_extraction";
    public static final String PARSE_PATH = "/api/v1/xparse/parse/sync";
    public static final String BALANCE_PATH = "/user/finance/balance";

    public static final String CROP = crop(JPEG);
    public static final String EXTRACT = "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\","
            + "\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":\"12.50\"}}}";
    public static final String PARSE =
            "{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"markdown\":\"# A\"}}";
    public static final String BALANCE = "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":12.5}}";

    private Replies() {}

    /** Returns a crop response with these images. */
    public static String crop(byte[]... images) {
        return "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"result\":{\"image_list\":["
                + Arrays.stream(images).map(Replies::image).collect(Collectors.joining(",")) + "]}}";
    }

    private static String image(byte[] jpeg) {
        return "{\"angle\":0,\"cropped_width\":628,\"cropped_height\":848,\"image\":\""
                + Base64.getEncoder().encodeToString(jpeg) + "\"}";
    }

    /** Replaces the component by one with settings that must be made before its start. */
    public static void configure(ServiceDouble service, Consumer<DocprocComponent> settings) {
        DocprocConfiguration configuration = service.component().getConfiguration();
        service.context().removeComponent("docproc");
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(configuration);
        settings.accept(component);
        service.context().addComponent("docproc", component);
    }

    /** Returns the {@link DocprocException} of a failed exchange; fails if it has none. */
    public static DocprocException failure(Exchange exchange) {
        Exception exception = exchange.getException();
        if (exception instanceof DocprocException failure) {
            return failure;
        }
        throw new AssertionError("a DocprocException is expected, not " + exception, exception);
    }
}
