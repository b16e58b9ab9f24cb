/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.model.ServiceResource;
import io.docproc.camel.model.TextChunk;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultExchangeHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions of bodies: exact numbers in each output, maps, JSON, and Java serialization as JMS and aggregation repositories do it. */
class BodyConversionsTest {
    private static final String NUMBERS =
            "{\"total\":1250.10,\"zero\":0.00,\"long\":12345678901234567890.12345678901234567890,\"lines\":[{\"a\":7.50}]}";

    private static final String EXTRACT = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private static final String IMAGE = Base64.getEncoder().encodeToString(Replies.JPEG);

    private static final String TWO_IMAGES =
            "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"" + IMAGE + "\"},{\"image\":\"" + IMAGE + "\"}]}}";

    /** Fields with an exact number. */
    public static final class Invoice {
        public BigDecimal total;
    }

    @ParameterizedTest
    @CsvSource({
        "crop, image/jpeg",
        "crop?output=response, application/json",
        "crop?onlyPosition=true, application/json",
        "extract?outputClass=io.docproc.camel.output.BodyConversionsTest$Invoice, application/json",
        "parseSync, application/json",
        "parseSync?output=markdown, text/markdown",
        "parseSync?output=elements, application/json",
        "parseAsync, application/json",
        "call?servicePath=/ai/x, application/json",
        "call?servicePath=/ai/x&output=markdown, text/markdown",
        "call?servicePath=/ai/x&output=bytes&param.file=1,"
    })
    void contentTypeIsThatOfTheBody(String uri, String contentType) {
        String file = uri.contains("file") ? "\"image\":\"" + IMAGE + "\"," : "";
        service.respondWith("{\"code\":200,\"message\":\"\",\"data\":{" + file
                + "\"job_id\":\"1\",\"markdown\":\"# A\",\"elements\":[]},"
                + TWO_IMAGES.replaceFirst(".*?,", "").replaceFirst("}}$", ",\"extracted_schema\":{}}}"));

        Message message =
                service.call("docproc:" + uri, Replies.DOCUMENT, Map.of(Exchange.CONTENT_TYPE, "application/pdf"));

        assertThat(message.getHeader(Exchange.CONTENT_TYPE)).isEqualTo(contentType);
    }

    private static void assertExact(Object fields) {
        assertThat(fields)
                .isEqualTo(Map.of(
                        "total",
                        new BigDecimal("1250.10"),
                        "zero",
                        new BigDecimal("0.00"),
                        "long",
                        new BigDecimal("12345678901234567890.12345678901234567890"),
                        "lines",
                        List.of(Map.of("a", new BigDecimal("7.50")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fields", "json", "response"})
    void extractedNumbersAreExact(String output) {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":" + NUMBERS + "}}");

        Message message = service.call(EXTRACT + "&output=" + output);

        assertThat(message.getBody(String.class)).contains(NUMBERS);
        if (!output.equals("json")) {
            Map<?, ?> map = message.getBody(Map.class);
            assertExact(output.equals("fields") ? map : ((Map<?, ?>) map.get("result")).get("extracted_schema"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"balance", "packages?apiPath=/a", "parseSync?output=document", "parseSync?output=response"})
    void numbersOfFieldsThatARecordDoesNotDeclareAreExact(String operation) {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1250.10,\"new\":" + NUMBERS
                + ",\"list\":[{\"id\":1,\"new\":" + NUMBERS + "}]},\"result\":{\"new\":" + NUMBERS + "}}");

        Object body = operation.startsWith("parse") ? Replies.DOCUMENT : null;
        assertThat(service.call("docproc:" + operation, body).getBody(String.class))
                .contains(NUMBERS);
    }

    static Stream<Class<?>> typedBodies() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackagesOf(ServiceResource.class).stream()
                        .filter(type -> type.isAssignableTo(ServiceResource.class) && type.isRecord())
                        // These have no field of the service.
                        .filter(type ->
                                !type.isEquivalentTo(PageMarkdown.class) && !type.isEquivalentTo(TextChunk.class))
                        .map(JavaClass::reflect);
    }

    @ParameterizedTest
    @MethodSource("typedBodies")
    void eachRecordConvertsToTheMapOfItsJson(Class<?> type) throws Exception {
        Object body = Json.read(
                "{\"code\":200,\"x_request_id\":\"r\",\"job_id\":\"j\",\"status\":\"s\",\"id\":7,\"duration\":12.50,"
                        + "\"new_field\":{\"amount\":1250.10,\"list\":[1,\"红\",null]},\"end_time\":\"2026-01-01 08:00:00\"}",
                type);

        Map<?, ?> map = service.context().getTypeConverter().mandatoryConvertTo(Map.class, body);

        assertThat(Json.write(map))
                .isEqualTo(service.context().getTypeConverter().mandatoryConvertTo(String.class, body));
        assertThat(map.get("new_field"))
                .isEqualTo(Map.of("amount", new BigDecimal("1250.10"), "list", Arrays.asList(1, "红", null)));
    }

    @Test
    void aCropResponseIsAMapWithTheImageInBase64() {
        service.respondWith("{\"code\":200,\"result\":{\"origin_width\":7,\"image_list\":[{\"image\":\"" + IMAGE
                + "\",\"angle\":90}]}}");

        Message response = service.call("docproc:crop?output=response");

        for (int reading = 0; reading < 2; reading++) {
            Map<?, ?> result = (Map<?, ?>) response.getBody(Map.class).get("result");
            assertThat(result.get("origin_width")).isEqualTo(7);
            Map<?, ?> image = (Map<?, ?>) ((List<?>) result.get("image_list")).get(0);
            assertThat(image.get("image")).isEqualTo(IMAGE);
            assertThat(image.get("angle")).isEqualTo(90);
        }
    }

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
    @CoversFault(66)
    void extractedFieldsAreSerializedAsAMap() throws Exception {
        service.respondWith(
                "{\"code\":200,\"result\":{\"extracted_schema\":{\"total\":12.50,\"lines\":[{\"a\":\"b\"}]}}}");
        Exchange exchange = service.send("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")");

        assertThat(serializeAndRead(exchange)).isEqualTo(exchange.getMessage().getBody());
        assertThat((Map<?, ?>) exchange.getMessage().getBody()).hasSize(2);
    }

    @Test
    @CoversFault(66)
    void severalImagesAreSerializedAsByteArrays() throws Exception {
        service.respondWith(TWO_IMAGES);
        Exchange exchange = service.send("docproc:crop");

        assertThat(serializeAndRead(exchange))
                .usingRecursiveComparison()
                .isEqualTo(List.of(Replies.JPEG, Replies.JPEG));
    }

    @Test
    void marshalJsonWritesTheSpellingOfTheService() throws Exception {
        service.respondWith("{\"code\":200,\"x_request_id\":\"r\",\"part_durations\":{\"llm_duration\":2},"
                + "\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":12.50,\"none\":null}}}");
        String response = EXTRACT + "&output=response";
        service.route(routes -> routes.from("direct:in").to(response).marshal().json());

        assertThat(service.call("direct:in").getBody(String.class))
                .isEqualTo(service.call(response).getBody(String.class))
                .contains("\"success_count\":1", "\"x_request_id\":\"r\"", "12.50", "\"none\":null");
    }
}
