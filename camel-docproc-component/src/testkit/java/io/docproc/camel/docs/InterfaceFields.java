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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Appendix of the fields of the interface document, each with the option, member or header that has its value. */
final class InterfaceFields {
    private static final String OPTION_TEST = "PublicApiRequestTest.optionsOfTheEndpointArriveAsDocumented";
    private static final String TYPED_TEST =
            "PublicApiRequestTest.typedRequestsOfTheWorkflowServiceHaveTheNamesOfTheService";
    private static final String RESPONSE_TEST = "InterfaceFieldsTest.eachFieldOfAResponseIsAvailable";
    private static final String HEAD =
            """
            [#fields]
            == Fields of the interface

            Each field of the service has an option, a member of a typed body or a header. Its name is that of the field in camel case:
            `/query/enhance_mode` is the option `enhanceMode`, and `result.origin_width` is `originWidth` and `CamelDocprocOriginWidth`. The
            switches 0 and 1 are booleans. A path with a slash is a field of a request. The table lists the fields with other names.

            [width="100%",cols="4,3,4",options="header"]
            |===
            | Field | Calls | Option, member or header
            """;
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
     * Returns the appendix.
     *
     * @param members the members of typed bodies, by the call and the path of a field
     */
    String render(Map<String, String> members) {
        Map<String, Set<String>> rows = new LinkedHashMap<>();
        Map<String, String> cells = new HashMap<>();
        for (Field field : fields) {
            String cell = field.direction().equals("request")
                    ? request(field)
                    : response(field, members.get(field.call() + " " + field.path()));
            cells.put(field.call() + field.path(), cell);
            boolean isPart = fields.stream()
                    .anyMatch(other -> (field.call() + field.path()).startsWith(other.call() + other.path() + ".")
                            && cell.equals(cells.get(other.call() + other.path())));
            if (!isPart && !hasItsName(field, cell)) {
                rows.computeIfAbsent("| `+" + field.path() + "+` | %s | " + cell + "\n", row -> new LinkedHashSet<>())
                        .add(field.call());
            }
        }
        StringBuilder page = new StringBuilder(HEAD);
        rows.forEach((row, calls) -> page.append(row.replace("%s", String.join(", ", calls))));
        return page.append("|===\n").toString();
    }

    private static boolean hasItsName(Field field, String cell) {
        String name = field.path().replaceFirst(".*[./]", "").replace("_", "");
        return Stream.of(cell.split(", "))
                .map(each -> each.replaceAll("`(param\\.([\\w.]+\\.)?|\\w+\\.|CamelDocproc)?|`", "")
                        .replace("_", ""))
                .allMatch(name::equalsIgnoreCase);
    }

    private String request(Field field) {
        String set = options.rows().stream()
                .filter(row -> row.belongsTo(field.call()) && row.pointer().equals(field.path()))
                .map(row -> "`" + row.option() + "`")
                .distinct()
                .collect(Collectors.joining(", "));
        if (!field.source().isEmpty()) {
            return field.source();
        }
        if (!set.isEmpty()) {
            return set;
        }
        Class<?> typed = TYPED_REQUESTS.get(field.call());
        if (typed == null || !field.path().startsWith("/body/")) {
            throw new AssertionError("no option sets " + field);
        }
        return "`"
                + member(
                        typed, List.of(field.path().substring("/body/".length()).split("/"))) + "`";
    }

    private static String response(Field field, String member) {
        if (member == null && field.source().isEmpty()) {
            throw new AssertionError("no member or header contains " + field);
        }
        return Stream.of(Optional.ofNullable(member), Optional.of(field.source()))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .map(name -> name.contains(" ") ? name : "`" + name + "`")
                .collect(Collectors.joining(", "));
    }

    private static String member(Class<?> type, List<String> path) {
        BeanPropertyDefinition property =
                property(type, path.get(0)).orElseThrow(() -> new AssertionError(type + " has no member for " + path));
        return path.size() == 1
                ? type.getSimpleName() + "." + property.getInternalName()
                : member(property.getRawPrimaryType(), path.subList(1, path.size()));
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
