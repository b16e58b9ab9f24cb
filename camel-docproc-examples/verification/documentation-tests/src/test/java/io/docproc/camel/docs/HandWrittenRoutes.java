/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;

/** Calls of the service with camel-http; {@link MovedRoutes} shows the same calls with the component. */
public final class HandWrittenRoutes extends RouteBuilder {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public void configure() {
        // tag::crop[]
        from("direct:cropByHand")
                .routeId("hand-written-crop")
                .setHeader("x-ti-app-id", constant("{{appId}}"))
                .setHeader("x-ti-secret-code", constant("{{secretCode}}"))
                // with a query, the http component would send a GET without the document
                .setHeader(Exchange.HTTP_METHOD, constant("POST"))
                .setHeader(Exchange.CONTENT_TYPE, constant("application/octet-stream"))
                .to("{{baseUrl}}/ai/service/v1/crop_enhance_image?enhance_mode=5&correct_direction=1")
                .unmarshal()
                .json(JsonLibrary.Jackson, Map.class)
                .process(HandWrittenRoutes::requireSuccess)
                .process(HandWrittenRoutes::decodeImage)
                .to("file:{{outbox}}?fileName=${file:name.noext}.jpg");
        // end::crop[]

        // tag::extract[]
        from("direct:extractByHand")
                .setHeader("x-ti-app-id", constant("{{appId}}"))
                .setHeader("x-ti-secret-code", constant("{{secretCode}}"))
                .process(HandWrittenRoutes::encodeDocument)
                .marshal()
                .json(JsonLibrary.Jackson)
                .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                .to("{{baseUrl}}/ai/service/v3/entity_extraction")
                .unmarshal()
                .json(JsonLibrary.Jackson, Map.class)
                .process(HandWrittenRoutes::requireSuccess)
                .setBody(simple("${body[result][extracted_schema]}"))
                .marshal()
                .json(JsonLibrary.Jackson)
                .to("file:{{outbox}}?fileName=${file:name.noext}.json");
        // end::extract[]

        // tag::parse[]
        from("direct:parseByHand")
                .setHeader("x-ti-app-id", constant("{{appId}}"))
                .setHeader("x-ti-secret-code", constant("{{secretCode}}"))
                .process(HandWrittenRoutes::form)
                .to("{{baseUrl}}/api/v1/xparse/parse/sync")
                .unmarshal()
                .json(JsonLibrary.Jackson, Map.class)
                .process(HandWrittenRoutes::requireSuccess)
                .setBody(simple("${body[data]}"))
                .marshal()
                .json(JsonLibrary.Jackson)
                .to("file:{{outbox}}?fileName=${file:name.noext}.json");
        // end::parse[]
    }

    // tag::helpers[]
    private static void requireSuccess(Exchange exchange) {
        Object code = exchange.getMessage().getBody(Map.class).get("code");
        if (!Integer.valueOf(200).equals(code)) {
            throw new IllegalStateException("the service responded with code " + code);
        }
    }

    private static void decodeImage(Exchange exchange) {
        Map<?, ?> result = (Map<?, ?>) exchange.getMessage().getBody(Map.class).get("result");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) result.get("image_list")).get(0);
        exchange.getMessage()
                .setBody(Base64.getDecoder().decode(first.get("image").toString()));
    }

    private static void encodeDocument(Exchange exchange) throws Exception {
        byte[] document = exchange.getMessage().getBody(byte[].class);
        String name = exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class);
        exchange.getMessage()
                .setBody(Map.of(
                        "file",
                        Map.of("file_base64", Base64.getEncoder().encodeToString(document), "file_name", name),
                        "schema",
                        JSON.readTree(HandWrittenRoutes.class.getResourceAsStream("/docs/invoice-schema.json")),
                        "parse_options",
                        Map.of("page_count", 3)));
    }

    private static void form(Exchange exchange) {
        exchange.getMessage()
                .setBody(MultipartEntityBuilder.create()
                        .addBinaryBody("file", exchange.getMessage().getBody(File.class))
                        .addTextBody(
                                "config",
                                "{\"capabilities\":{\"table_view\":\"markdown\"}}",
                                ContentType.APPLICATION_JSON)
                        .build());
    }
    // end::helpers[]
}
