/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.docproc.camel.docs.InterfaceFields.Field;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.support.DefaultMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each field of the interface document has an option, a member of a typed body, or a message header. */
final class InterfaceFieldsTest {
    /** Where the body is in a response. */
    private static final Map<String, String> BODIES = Map.of(
            "parseAsync",
            "data",
            "parseSync",
            "data",
            "balance",
            "data",
            "packages",
            "data.list",
            "addField",
            "result");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final InterfaceFields fields = new InterfaceFields();

    InterfaceFieldsTest() throws IOException {}

    @BeforeEach
    void setUp() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
    }

    static List<String> calls() throws IOException {
        return new InterfaceFields().calls();
    }

    private static String response(String call) throws IOException {
        try (InputStream json =
                InterfaceFieldsTest.class.getResourceAsStream("/interface/responses/" + call + ".json")) {
            return new String(json.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Message received(String call) throws IOException {
        service.server().resetAll();
        service.respondWith(response(call));
        return switch (call) {
            case "crop" -> service.call("docproc:crop?output=response", Replies.DOCUMENT);
            case "extract" ->
                service.call(
                        "docproc:extract?output=response",
                        Replies.DOCUMENT,
                        Map.of("CamelDocprocSchema", Replies.SCHEMA));
            case "parseAsync" -> service.call("docproc:parseAsync?webhook=https://hooks.example.com", Replies.DOCUMENT);
            case "parseSync" -> service.call("docproc:parseSync", Replies.DOCUMENT);
            case "balance" -> service.call("docproc:balance", null);
            case "packages" -> service.call("docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown", null);
            case "addField", "updateTable" -> service.call("docproc:" + call, Map.of("name", "a"));
            case "webhook" -> completion(response(call));
            default -> throw new AssertionError("say how to make the call " + call);
        };
    }

    private Message completion(String json) {
        Message message = new DefaultMessage(service.context());
        message.setBody(Json.read(json, ParseCompletion.class));
        return message;
    }

    /** Place of a value in a typed body. */
    private record Found(Object value, Optional<String> member) {}

    private static Optional<Found> inBody(String call, String path, Object body) {
        String base = BODIES.getOrDefault(call, "");
        if (base.equals(path) || base.startsWith(path + ".")) {
            return Optional.of(new Found(body, Optional.of("the message body")));
        }
        if (!base.isEmpty() && !path.startsWith(base + ".")) {
            return Optional.empty();
        }
        Found found = new Found(body, Optional.empty());
        for (String name :
                path.substring(base.isEmpty() ? 0 : base.length() + 1).split("\\.")) {
            found = step(found, name);
        }
        return Optional.of(found);
    }

    private static Found step(Found from, String name) {
        if (from.value() instanceof List<?> list) {
            return new Found(list.get(Integer.parseInt(name)), from.member());
        }
        if (from.value() instanceof Map<?, ?> map) {
            assertThat(map.containsKey(name)).as("%s in %s", name, map).isTrue();
            return new Found(map.get(name), from.member());
        }
        Class<?> type = from.value().getClass();
        Optional<BeanPropertyDefinition> property = InterfaceFields.property(type, name);
        String component = property.map(BeanPropertyDefinition::getInternalName).orElse("other");
        Found found =
                new Found(component(from.value(), component), Optional.of(type.getSimpleName() + "." + component));
        return property.isPresent() ? found : step(found, name);
    }

    private static Object component(Object owner, String name) {
        try {
            return owner.getClass().getMethod(name).invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(owner + " has no " + name, e);
        }
    }

    private Object plain(Object value) {
        return value instanceof StreamCache image
                ? Base64.getEncoder()
                        .encodeToString(service.context().getTypeConverter().convertTo(byte[].class, image))
                : value;
    }

    @ParameterizedTest
    @MethodSource("calls")
    void eachFieldOfAResponseIsAvailable(String call) throws IOException {
        JsonNode json = Json.read(response(call));
        Message message = received(call);

        for (Field field : fields.response(call)) {
            JsonNode expected = json.at("/" + field.path().replace('.', '/'));
            assertThat(expected.isMissingNode())
                    .as("response without %s", field)
                    .isFalse();
            inBody(call, field.path(), message.getBody())
                    .filter(found -> !found.member().equals(Optional.of("the message body")))
                    .ifPresent(found -> assertThat(Json.read(Json.write(plain(found.value()))))
                            .as("%s", field)
                            .isEqualTo(expected));
            if (!field.source().isEmpty()) {
                assertThat(message.getHeader(field.source(), String.class))
                        .as("%s", field)
                        .isEqualTo(expected.asText());
            }
        }
    }

    @Test
    void eachNamedTestExists() {
        assertThat(InterfaceFields.existingTests()).containsAll(fields.tests());
    }

    @Test
    void eachFieldHasAnOptionAMemberOrAHeader() throws IOException {
        Set<String> members = new HashSet<>();
        for (String call : fields.calls()) {
            Object body = received(call).getBody();
            fields.response(call).stream()
                    .filter(field -> inBody(call, field.path(), body)
                            .flatMap(Found::member)
                            .isPresent())
                    .forEach(field -> members.add(call + " " + field.path()));
        }

        assertThat(fields.unavailable(members)).isEmpty();
    }
}
