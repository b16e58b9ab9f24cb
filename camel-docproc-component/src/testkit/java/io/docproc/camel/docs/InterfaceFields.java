/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.docproc.camel.contract.RequestOptionTable;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Fields of the interface document, with the option, member or header that has the value of each. */
final class InterfaceFields {
    private static final String OPTION_TEST = "PublicApiRequestTest.optionsOfTheEndpointArriveAsDocumented";
    private static final String TYPED_TEST =
            "PublicApiRequestTest.typedRequestsOfTheWorkflowServiceHaveTheNamesOfTheService";
    private static final String RESPONSE_TEST = "InterfaceFieldsTest.eachFieldOfAResponseIsAvailable";
    private static final Map<String, Class<?>> TYPED_REQUESTS =
            Map.of("addField", CategoryField.class, "updateTable", CategoryTable.class);

    private final RequestOptionTable options = new RequestOptionTable();
    private final List<Field> fields;

    /**
     * A field of the interface document.
     *
     * @param call the call, which has the name of its operation
     * @param direction {@code request} or {@code response}
     * @param path the JSON pointer in a request, or the path in a response
     * @param type the type in the interface document
     * @param source the message header with the value of a response, or the source of a request's value that is no option
     * @param test the test of a request's value that is no option
     */
    record Field(String call, String direction, String path, String type, String source, String test) {
        private static Field of(String line) {
            String[] cells = line.split(" \\| ", -1);
            return new Field(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5].strip());
        }

        boolean isOf(String otherCall, String otherDirection) {
            return call.equals(otherCall) && direction.equals(otherDirection);
        }
    }

    InterfaceFields() throws IOException {
        try (InputStream list = InterfaceFields.class.getResourceAsStream("/interface/fields.txt")) {
            fields = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Field::of)
                    .toList();
        }
    }

    List<String> calls() {
        return fields.stream().map(Field::call).distinct().toList();
    }

    List<Field> response(String call) {
        return fields.stream().filter(field -> field.isOf(call, "response")).toList();
    }

    /** Returns the tests that send or compare the fields. */
    Set<String> tests() {
        Set<String> tests =
                fields.stream().map(Field::test).filter(test -> !test.isEmpty()).collect(Collectors.toSet());
        Collections.addAll(tests, OPTION_TEST, TYPED_TEST, RESPONSE_TEST);
        return tests;
    }

    /** Returns the tests of the component as {@code Class.method}. */
    static Set<String> existingTests() {
        return TestMethods.all()
                .filter(method ->
                        method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class))
                .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the fields of requests that no option or typed body has, and those of responses that no member or header
     * has.
     *
     * @param members the fields that members of typed bodies have, as the call and the path
     */
    List<Field> unavailable(Set<String> members) {
        return fields.stream()
                .filter(field -> field.source().isEmpty())
                .filter(field -> field.direction().equals("request")
                        ? !isSent(field)
                        : !members.contains(field.call() + " " + field.path()))
                .toList();
    }

    private boolean isSent(Field field) {
        Class<?> typed = TYPED_REQUESTS.get(field.call());
        return options.rows().stream()
                        .anyMatch(row ->
                                row.belongsTo(field.call()) && row.pointer().equals(field.path()))
                || typed != null
                        && field.path().startsWith("/body/")
                        && hasMember(
                                typed,
                                List.of(field.path()
                                        .substring("/body/".length())
                                        .split("/")));
    }

    private static boolean hasMember(Class<?> type, List<String> path) {
        return property(type, path.get(0))
                .filter(property ->
                        path.size() == 1 || hasMember(property.getRawPrimaryType(), path.subList(1, path.size())))
                .isPresent();
    }

    /** Returns the component of a record that has a name in JSON. */
    static Optional<BeanPropertyDefinition> property(Class<?> type, String jsonName) {
        BeanDescription description = ModelJson.mapper()
                .getSerializationConfig()
                .introspect(ModelJson.mapper().constructType(type));
        return description.findProperties().stream()
                .filter(property -> property.getName().equals(jsonName))
                .filter(property -> Arrays.stream(type.getRecordComponents())
                        .anyMatch(component -> component.getName().equals(property.getInternalName())))
                .findFirst();
    }
}
