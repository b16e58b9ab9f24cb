/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.contract.ExtractFixture.PDF;
import static io.docproc.camel.contract.ExtractFixture.RESPONSE;
import static io.docproc.camel.contract.ExtractFixture.SCHEMA;
import static io.docproc.camel.contract.ExtractFixture.requestWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extraction with {@code outputClass}: the class defines the schema and the type of the body. */
class ExtractOutputClassTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithFields() {
        service.respondWith(RESPONSE);
    }

    /** Invoice with nested records. */
    public record Invoice(
            @JsonProperty(value = "invoice_number", required = true) @JsonPropertyDescription("Number at the top right")
                    String number,
            BigDecimal total,
            Seller seller,
            List<Line> items,
            Kind kind,
            boolean paid,
            double share) {

        /** Seller. */
        public record Seller(String name) {}

        /** Invoice line. */
        public record Line(String name, Integer count) {}
    }

    private static final String INVOICE = "docproc:extract?outputClass=" + Invoice.class.getName();

    @Test
    void theOutputClassDefinesTheSchemaAndTheBody() {
        service.respondWith(
                """
                {"code":200,"result":{"extracted_schema":{"invoice_number":"R-7","total":"12.50","seller":{"name":""},\
                "items":[{"name":"n","count":""}],"kind":"发票","paid":"true","unknown":1}}}""");

        Message message = service.call(INVOICE, PDF);

        assertThat(Json.read(service.requestBody()).get("schema"))
                .isEqualTo(
                        Json.read(
                                """
                                {"type":"object","properties":{
                                "invoice_number":{"type":"string","description":"Number at the top right"},
                                "items":{"type":"array","items":{"type":"object","properties":{
                                "count":{"type":"integer"},"name":{"type":"string"}}}},
                                "kind":{"type":"enum","enum":["发票","收据"]},
                                "paid":{"type":"enum","enum":["true","false"]},
                                "seller":{"type":"object","properties":{"name":{"type":"string"}}},
                                "share":{"type":"number"},
                                "total":{"type":"number"}},"required":["invoice_number"]}"""));
        assertThat(message.getBody())
                .isEqualTo(new Invoice(
                        "R-7",
                        new BigDecimal("12.50"),
                        new Invoice.Seller(""),
                        List.of(new Invoice.Line("n", null)),
                        Kind.INVOICE,
                        true,
                        0));
    }

    /** Enum with JSON names. */
    public enum Kind {
        @JsonProperty("发票")
        INVOICE,
        @JsonProperty("收据")
        RECEIPT
    }

    @Test
    void anExplicitSchemaOverridesTheOneOfTheClass() {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":{\"invoice_number\":\"R-9\"}}}");

        Message message = service.call(INVOICE + "&schema=RAW(" + SCHEMA + ")", PDF);

        assertThat(service.requestBody()).isEqualTo(requestWith(SCHEMA));
        assertThat(message.getBody(Invoice.class).number()).isEqualTo("R-9");
    }

    @Test
    @CoversFault(58)
    void fieldsThatDoNotMatchTheClassAreAnInvalidResponse() {
        service.respondWith(
                "{\"code\":200,\"x_request_id\":\"r-3\",\"result\":{\"extracted_schema\":{\"total\":\"a lot\"}}}");

        DocprocInvalidResponseException failure = service.failure(DocprocInvalidResponseException.class, INVOICE, PDF);

        assertThat(failure)
                .hasMessageContaining(Invoice.class.getName())
                .hasMessageContaining(".total, which is of type java.math.BigDecimal")
                .hasMessageContaining("do not call again")
                .hasMessageNotContaining("a lot");
        assertThat(((ExtractResponse) failure.getResponse()).result().fields()).containsEntry("total", "a lot");
        assertThat(failure.getMismatch())
                .isEqualTo(new DocprocInvalidResponseException.Mismatch("a lot", BigDecimal.class));
    }

    /** Record with types of the JDK that need a Jackson module. */
    public record Dated(LocalDate due) {}

    /** Record with a date that documents write in several ways, and types of the JDK that contain others. */
    public record Period(
            LocalDate first,
            Instant sent,
            @JsonFormat(pattern = "dd.MM.yyyy") LocalDate last,
            YearMonth month,
            LocalDateTime printed,
            Duration length,
            Optional<LocalDate> paid,
            List<Optional<Integer>> days) {}

    @Test
    void datesAreReadInTheirFormatAndEmptyTextIsNoValue() {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":{\"first\":\"2026-05-01T08:00:00Z\","
                + "\"sent\":\"2026-05-01T10:00:00Z\","
                + "\"last\":\"31.05.2026\",\"month\":\"2026-05\",\"printed\":\"\",\"length\":\"PT8H\",\"paid\":\"\","
                + "\"days\":[1,null]}}}");

        Message message = service.call("docproc:extract?outputClass=" + Period.class.getName(), PDF);

        assertThat(message.getBody())
                .isEqualTo(new Period(
                        LocalDate.of(2026, 5, 1),
                        Instant.parse("2026-05-01T10:00:00Z"),
                        LocalDate.of(2026, 5, 31),
                        YearMonth.of(2026, 5),
                        null,
                        Duration.ofHours(8),
                        Optional.empty(),
                        List.of(Optional.of(1), Optional.empty())));
        String json = "{\"first\":\"2026-05-01\",\"sent\":\"2026-05-01T10:00:00Z\",\"last\":\"31.05.2026\","
                + "\"month\":\"2026-05\",\"printed\":null,\"length\":\"PT8H\",\"paid\":null,\"days\":[1,null]}";
        assertThat(message.getBody(String.class)).isEqualTo(json);
    }

    @Test
    void aClassThatNeedsAMissingModuleIsRefusedAtStart() {
        service.context().getRegistry().bind("mapper", new ObjectMapper());

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:extract?outputClass=" + Dated.class.getName()))
                .hasStackTraceContaining(
                        "which cannot be filled: Java 8 date/time type `java.time.LocalDate` not supported")
                .hasStackTraceContaining(" at .due; allowed is a class that Jackson can create");
    }

    /** Class whose list contains an interface. */
    public static final class WithInterfaces {
        /** Elements that cannot be created. */
        public List<Runnable> elements;
    }

    /** Class without a usable constructor. */
    public static final class Closed {
        /** Value. */
        public final String name;

        Closed(int first, int second) {
            this.name = first + "-" + second;
        }
    }

    @ParameterizedTest
    @CoversFault(72)
    @ValueSource(
            classes = {
                WithInterfaces.class,
                Closed.class,
                Runnable.class,
                String.class,
                Instant.class,
                ArrayList.class,
                Thread.State.class
            })
    void aClassThatJacksonCannotFillIsRefusedAtStart(Class<?> type) {
        assertThatThrownBy(() -> service.context()
                        .getEndpoint("docproc:extract?schema=RAW(" + SCHEMA + ")&outputClass=" + type.getName()))
                .hasStackTraceContaining(
                        "Option outputClass of docproc:extract is " + type.getName() + ", which cannot be filled");
        service.assertNothingSent();
    }

    @Test
    void anObjectMapperInTheRegistryIsUsed() {
        service.context()
                .getRegistry()
                .bind(
                        "mapper",
                        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE));
        service.respondWith(
                "{\"code\":200,\"result\":{\"extracted_schema\":{\"invoice_number\":null,\"Seller\":{\"Name\":\"S\"}}}}");

        Message message = service.call(INVOICE, PDF);

        assertThat(Json.read(service.requestBody())
                        .at("/schema/properties/Seller/properties/Name/type")
                        .textValue())
                .isEqualTo("string");
        assertThat(message.getBody(Invoice.class).seller().name()).isEqualTo("S");
    }
}
