/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.component.jackson.JacksonDataFormat;
import org.apache.camel.support.DefaultExchangeHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Bodies that Camel serializes, as its JDBC aggregation repository and JMS do. */
class SerializedBodiesTest {
    private static final String IMAGE = Base64.getEncoder().encodeToString(Replies.JPEG);
    private static final String TWO_IMAGES =
            "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"" + IMAGE + "\"},{\"image\":\"" + IMAGE + "\"}]}}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Serializes a body as Camel does, and accepts the classes that Camel's repositories accept. */
    private static Object serializeAndRead(Exchange exchange) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(DefaultExchangeHolder.marshal(exchange, false));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.**;org.apache.camel.**;!*"));
            Exchange copy = exchange.getContext().getEndpoint("direct:copy").createExchange();
            DefaultExchangeHolder.unmarshal(copy, (DefaultExchangeHolder) in.readObject());
            return copy.getMessage().getBody();
        }
    }

    @Test
    @Survives(66)
    void extractedFieldsAreSerializedAsAMap() throws Exception {
        service.respondWith(
                "{\"code\":200,\"result\":{\"extracted_schema\":{\"total\":12.50,\"lines\":[{\"a\":\"b\"}]}}}");
        Exchange exchange = service.send("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")", Replies.DOCUMENT);

        assertThat(serializeAndRead(exchange)).isEqualTo(exchange.getMessage().getBody());
        assertThat((Map<?, ?>) exchange.getMessage().getBody()).hasSize(2);
    }

    @Test
    @Survives(66)
    void severalImagesAreSerializedAsByteArrays() throws Exception {
        service.respondWith(TWO_IMAGES);
        Exchange exchange = service.send("docproc:crop", Replies.DOCUMENT);

        assertThat(serializeAndRead(exchange))
                .usingRecursiveComparison()
                .isEqualTo(List.of(Replies.JPEG, Replies.JPEG));
    }

    @Test
    @Survives(66)
    void anObjectMapperWritesImagesAsBase64() throws Exception {
        service.respondWith(TWO_IMAGES);
        Exchange exchange = service.send("docproc:crop?output=response", Replies.DOCUMENT);

        assertThat(new ObjectMapper()
                        .findAndRegisterModules()
                        .writeValueAsString(exchange.getMessage().getBody()))
                .contains(IMAGE);
    }

    @Test
    void marshalJsonWritesTheSpellingOfTheService() throws Exception {
        service.respondWith("{\"code\":200,\"x_request_id\":\"r\",\"part_durations\":{\"llm_duration\":2},"
                + "\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":12.50,\"none\":null}}}");
        Exchange exchange =
                service.send("docproc:extract?output=response&schema=RAW(" + Replies.SCHEMA + ")", Replies.DOCUMENT);
        Object body = exchange.getMessage().getBody();

        String marshalled = marshalled(exchange);

        assertThat(marshalled).isEqualTo(exchange.getMessage().getBody(String.class));
        assertThat(marshalled).contains("\"success_count\":1", "\"x_request_id\":\"r\"", "12.50", "\"none\":null");
        assertThat(new ObjectMapper()
                        .readValue(marshalled, ExtractResponse.class)
                        .requestId())
                .isEqualTo(((ExtractResponse) body).requestId());
    }

    @Test
    void marshalJsonWritesPartsOfAResponseInTheSpellingOfTheService() throws Exception {
        service.respondWith(TWO_IMAGES.replace("\"image_list\"", "\"origin_width\":7,\"image_list\""));
        Exchange exchange = service.send("docproc:crop?output=response", Replies.DOCUMENT);
        exchange.getMessage()
                .setBody(exchange.getMessage().getBody(CropResponse.class).result());

        assertThat(marshalled(exchange)).contains("\"origin_width\":7", "\"image\":\"" + IMAGE + "\"");
    }

    private static String marshalled(Exchange exchange) throws Exception {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (JacksonDataFormat format = new JacksonDataFormat()) {
            format.setCamelContext(exchange.getContext());
            format.start();
            format.marshal(exchange, exchange.getMessage().getBody(), json);
        }
        return json.toString(StandardCharsets.UTF_8);
    }
}
