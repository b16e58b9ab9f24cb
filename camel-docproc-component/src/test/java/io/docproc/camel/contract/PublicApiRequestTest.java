/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.docproc.camel.contract.InterfaceTables.Row;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OptionDeclaration;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests with all options, validated against a schema of the public API that was written from its documentation and
 * not from the component.
 */
class PublicApiRequestTest {
    private static final List<Row> TABLE = InterfaceTables.options();
    private static final JsonNode SCHEMAS = schemas();
    private static final Map<String, JsonSchema> VALIDATORS = new ConcurrentHashMap<>();
    private static final String FIELD =
            """
            {"name":"Invoice date","description":"d","prompt":"p","use_prompt":true,"alias":["Date"],"identity":"date",
             "multi_value":true,"duplicate_value_distinct":true,"transform_settings":{"type":"datetime",
             "datetime_settings":{"format":"yyyy"},"enumerate_settings":{"items":["a"]},
             "regex_settings":{"match":"a","replace":"b"},"mismatch_action":{"mode":"warning","default_value":"-"}}%s}
            """;
    private static final String TABLE_BODY =
            """
            {"name":"Items","prompt":"p","extract_model":"Acgpt","collect_from_multi_table":true%s}
            """;
    private static final String OWNER = ",\"workspace_id\":\"1\",\"category_id\":\"2\"";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> new SkippedWaits().context());

    @BeforeEach
    void setUp() {
        service.component().getConfiguration().setBaseUrl(service.server().baseUrl() + "/main");
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/workflow");
        service.server()
                .stubFor(
                        WireMock.any(anyUrl())
                                .willReturn(
                                        okJson(
                                                "{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"j\",\"list\":[],"
                                                        + "\"balance\":1},\"result\":{\"field_id\":\"1\",\"extracted_schema\":{},\"image_list\":[]}}")));
    }

    /** Lets the wait for a job end after the request that creates it. */
    private void failJobs() {
        service.server()
                .stubFor(WireMock.get(WireMock.urlPathMatching(".*/parse/async/j"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"j\",\"status\":\"failed\"}}")));
    }

    private static JsonNode schemas() {
        try (InputStream yaml = PublicApiRequestTest.class.getResourceAsStream("/interface/requests.schema.yaml")) {
            return new YAMLMapper().readTree(yaml);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<ValidationMessage> violations(String operation, JsonNode request) {
        return VALIDATORS
                .computeIfAbsent(operation, PublicApiRequestTest::validator)
                .validate(request);
    }

    private static JsonSchema validator(String operation) {
        ObjectNode schema = SCHEMAS.deepCopy();
        schema.put("$ref", "#/$defs/" + operation);
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
    }

    private static Object body(String scenario) {
        return switch (scenario) {
            case "parseStatus", "balance", "packages", "call:fetch", "call:image", "call:export" -> null;
            case "addField" -> FIELD.formatted("");
            case "addField:regular" -> FIELD.formatted(OWNER);
            case "updateTable" -> TABLE_BODY.formatted("");
            case "call:fields" -> "{\"fields\":[" + FIELD.formatted("") + "]" + OWNER + "}";
            case "call:tables" -> "{\"tables\":[" + TABLE_BODY.formatted(",\"table_id\":\"3\"") + "]" + OWNER + "}";
            default -> Replies.DOCUMENT;
        };
    }

    private static Stream<String> scenarios() {
        return Stream.concat(
                TABLE.stream().filter(row -> !row.isOfAll()).map(Row::scenario).distinct(), Stream.of("balance"));
    }

    /** Returns the options of a scenario. An option of a scenario precedes the same option of all scenarios. */
    private static Collection<Row> rows(String scenario) {
        Map<String, Row> rows = new LinkedHashMap<>();
        TABLE.stream().filter(row -> row.scenario().equals(scenario)).forEach(row -> rows.put(row.option(), row));
        TABLE.stream().filter(Row::isOfAll).forEach(row -> rows.putIfAbsent(row.option(), row));
        return rows.values();
    }

    private ObjectNode sentWithEndpointOptions(String scenario) {
        return send(scenario, rows(scenario), Map.of());
    }

    private ObjectNode sentWithHeaders(String scenario) {
        Map<Boolean, List<Row>> rows = rows(scenario).stream()
                .collect(Collectors.partitioningBy(row -> headerName(row).isPresent()));
        Map<String, Object> headers = new HashMap<>();
        rows.get(true)
                .forEach(row -> headers.merge(headerName(row).orElseThrow(), headerValue(row), (a, b) -> {
                    Map<Object, Object> both = new HashMap<>((Map<?, ?>) a);
                    both.putAll((Map<?, ?>) b);
                    return both;
                }));
        return send(scenario, rows.get(false), headers);
    }

    private static Optional<String> headerName(Row row) {
        if (row.isOfAll()) {
            return Optional.empty();
        }
        return DocprocOperation.named(row.operation()).options().stream()
                .filter(option -> option.name().equals(row.optionName()) && option.hasHeader())
                .map(OptionDeclaration::headerName)
                .findFirst();
    }

    private static Object headerValue(Row row) {
        return row.option().contains(".")
                ? Map.of(row.option().replaceFirst("[^.]*\\.", ""), row.value())
                : row.value();
    }

    private ObjectNode send(String scenario, Collection<Row> options, Map<String, Object> headers) {
        String uri = options.stream()
                .filter(row -> !row.option().equals("parseService") || scenario.startsWith("parse"))
                .map(row -> row.option() + "=" + value(row))
                .collect(Collectors.joining("&", "docproc:" + scenario.replaceFirst(":.*", "") + "?", ""));
        boolean waitsForJob = scenario.startsWith("parse:") || scenario.equals("parse");
        if (waitsForJob) {
            failJobs();
        }
        service.server().resetRequests();
        Exchange exchange = service.send(uri, body(scenario), headers);
        List<ServeEvent> requests = service.server().getAllServeEvents();
        assertThat(requests).as("%s: %s", uri, exchange.getException()).hasSize(waitsForJob ? 2 : 1);
        return WireRequest.of(requests.get(requests.size() - 1).getRequest());
    }

    private String value(Row row) {
        return row.value().startsWith("#")
                ? row.value()
                : "RAW(" + row.value().replace("SERVER", service.server().baseUrl()) + ")";
    }

    private static void assertValid(String scenario, ObjectNode request) {
        assertThat(violations(scenario.replaceFirst(":.*", ""), request))
                .as("%s", request)
                .isEmpty();
        for (Row row : rows(scenario)) {
            if (row.setsAField()) {
                assertField(row, request.at(row.pointer()));
            }
        }
    }

    private static void assertField(Row row, JsonNode found) {
        if (row.expected().startsWith("~")) {
            assertThat(found.asText()).as("%s", row).matches(row.expected().substring(1));
        } else {
            assertThat(found).as("%s", row).isEqualTo(Json.read(row.expected()));
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void optionsOfTheEndpointArriveAsDocumented(String scenario) {
        assertValid(scenario, sentWithEndpointOptions(scenario));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void optionsOfTheMessageArriveAsDocumented(String scenario) {
        assertValid(scenario, sentWithHeaders(scenario));
    }

    @Test
    void typedRequestsOfTheWorkflowServiceHaveTheNamesOfTheService() {
        String field = FIELD.formatted(OWNER + ",\"with_detail\":false,\"extract_model\":\"Auto\"");
        String table = TABLE_BODY.formatted(OWNER + ",\"with_detail\":false,\"table_id\":\"3\"");

        assertTyped("addField", field, CategoryField.class);
        assertTyped("updateTable", table, CategoryTable.class);
    }

    private void assertTyped(String operation, String json, Class<?> type) {
        service.server().resetRequests();
        service.send("docproc:" + operation, Json.read(json, type));
        ObjectNode request = WireRequest.of(service.onlyRequest());

        assertThat(violations(operation, request)).isEmpty();
        assertThat(request.path("body")).isEqualTo(Json.read(json));
    }

    @Test
    void eachFieldOfTheInterfaceDocumentIsSent() {
        Map<String, List<ObjectNode>> requests = scenarios()
                .collect(Collectors.groupingBy(
                        scenario -> scenario.replaceFirst(":.*", ""),
                        Collectors.mapping(this::sentWithEndpointOptions, Collectors.toList())));

        assertThat(InterfaceTables.fields("request")).isNotEmpty().allSatisfy(field -> assertThat(
                        requests.get(field.call()))
                .as("%s", field)
                .anyMatch(request -> !request.at(field.path()).isMissingNode()));
    }

    @Test
    void eachOptionOfTheCatalogIsInTheTable() {
        assertThat(ComponentJson.model().getEndpointOptions())
                .filteredOn(option -> !option.getKind().equals("path"))
                .extracting(EndpointOptionModel::getName)
                .allSatisfy(option -> assertThat(operations(option)).allSatisfy(operation -> assertThat(TABLE)
                        .as("rows of %s?%s in interface/request-options.txt", operation, option)
                        .anyMatch(row -> row.belongsTo(operation.name())
                                && row.optionName().equals(option))));
    }

    private static Stream<DocprocOperation> operations(String option) {
        return Stream.of(DocprocOperation.values())
                .filter(operation -> !operation.isForConsumers())
                .filter(operation -> option.equals("httpOptions")
                        || ComponentJson.options().of(operation).stream()
                                .anyMatch(candidate -> candidate.name().equals(option)));
    }
}
