/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Kamelet file whose property descriptions are generated from the component options that its template sets. */
final class KameletFile {
    static final Path DIRECTORY = Repository.COMPONENT.resolve("src/main/resources/kamelets");

    private static final String MARK =
            "      # The options of the component that the template uses, from the" + " component's description.\n";
    private static final Pattern GENERATED =
            Pattern.compile(Pattern.quote(MARK) + ".*?(?=^  dependencies:)", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern PARAMETER =
            Pattern.compile("^ +(\\w+): \"(?:RAW\\()?\\{\\{docprocKamelet:\\1(?::#unset)?}}\\)?\"$", Pattern.MULTILINE);
    private static final Pattern OPERATION = Pattern.compile("uri: \"docproc:(\\w+)\"");
    private static final Pattern OF_OPERATIONS = Pattern.compile("((?:\\w+, )*\\w+): (.*)");
    private static final Set<String> OPERATIONS =
            Arrays.stream(DocprocOperation.values()).map(Enum::name).collect(Collectors.toSet());

    private final Path path;
    private final ComponentModel component = ComponentJson.model();

    KameletFile(Path path) {
        this.path = path;
    }

    static List<KameletFile> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().map(KameletFile::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    String name() {
        return path.getFileName().toString().replace(".kamelet.yaml", "");
    }

    String text() {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> read() {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text());
    }

    /** Returns the operation that the Kamelet performs. */
    DocprocOperation operation() {
        return OPERATION
                .matcher(text())
                .results()
                .map(uri -> DocprocOperation.named(uri.group(1)))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the options that the template sets, in its order. */
    List<EndpointOptionModel> options() {
        return PARAMETER.matcher(text()).results().map(this::option).toList();
    }

    private EndpointOptionModel option(MatchResult parameter) {
        return component.getEndpointOptions().stream()
                .filter(option -> option.getName().equals(parameter.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name() + " uses an unknown option " + parameter.group(1)));
    }

    /** Returns the file with the current descriptions of the component. */
    String refresh() {
        String properties = options().stream().map(this::property).collect(Collectors.joining());
        return GENERATED.matcher(text()).replaceFirst(Matcher.quoteReplacement(MARK + properties));
    }

    private String property(EndpointOptionModel option) {
        StringBuilder property = new StringBuilder();
        property.append("      %s:\n".formatted(option.getName()));
        property.append("        title: %s\n".formatted(option.getDisplayName()));
        property.append("        description: %s\n".formatted(quoted(description(option))));
        property.append("        type: %s\n".formatted(type(option)));
        if (option.isSecret()) {
            property.append("        format: password\n");
        }
        if (option.getEnums() != null && !type(option).equals("boolean")) {
            property.append("        enum: [%s]\n".formatted(values(option, enums(option))));
        }
        if (hasDefault(option)) {
            property.append("        default: %s\n".formatted(values(option, defaultValue(option).stream())));
        }
        if (ComponentJson.example(option).isPresent()) {
            property.append("        example: %s\n".formatted(values(option, ComponentJson.example(option).stream())));
        }
        if (option.isSecret()) {
            property.append("        x-descriptors:\n        - urn:camel:group:credentials\n");
        }
        return property.toString();
    }

    /** Returns the sentences of a description that concern the operation. */
    private String description(EndpointOptionModel option) {
        String text = Stream.of(ComponentJson.description(option)
                        .replace("; the first value of an operation is its default", "")
                        .split("(?<=\\.) "))
                .flatMap(sentence -> sentence(option, sentence))
                .collect(Collectors.joining(" "))
                .replace("message body. ", "message body: ");
        return hasDefault(option)
                ? text
                : text + defaultValue(option).map(" Default: %s."::formatted).orElse("");
    }

    /** A sentence that begins with operations and a colon concerns only these. */
    private Stream<String> sentence(EndpointOptionModel option, String text) {
        Matcher sentence = OF_OPERATIONS.matcher(text);
        if (!sentence.matches()
                || !OPERATIONS.containsAll(List.of(sentence.group(1).split(", ")))) {
            return Stream.of(text);
        }
        return List.of(sentence.group(1).split(", ")).contains(operation().name())
                ? Stream.of(
                        option.getName().equals("output")
                                ? sentence.group(2)
                                : sentence.group(2).substring(0, 1).toUpperCase(Locale.ROOT)
                                        + sentence.group(2).substring(1))
                : Stream.empty();
    }

    /**
     * Returns whether the default is one of the Kamelet. Otherwise it would override the component, change the request, or
     * require another option.
     */
    private boolean hasDefault(EndpointOptionModel option) {
        return defaultValue(option).isPresent()
                && !isSent(option)
                && component.getComponentOptions().stream()
                        .noneMatch(other -> other.getName().equals(option.getName()))
                && !(operation().isForConsumers()
                        && List.of("output", "partialFailure").contains(option.getName()));
    }

    private Optional<String> defaultValue(EndpointOptionModel option) {
        return option.getName().equals("output")
                ? enums(option).findFirst()
                : Optional.ofNullable(option.getDefaultValue()).map(Object::toString);
    }

    private boolean isSent(EndpointOptionModel option) {
        return operation().options().stream()
                .anyMatch(call ->
                        call.name().equals(option.getName()) && !call.field().isEmpty());
    }

    /** Returns the values that the operation accepts. */
    private Stream<String> enums(EndpointOptionModel option) {
        return option.getName().equals("output")
                ? operation().options().stream()
                        .filter(candidate -> candidate.name().equals("output"))
                        .flatMap(candidate -> Stream.of(
                                candidate.allowed().replace("one of ", "").split(", ")))
                : option.getEnums().stream();
    }

    private static String values(EndpointOptionModel option, Stream<String> values) {
        boolean text = type(option).equals("string");
        return values.map(value -> text ? quoted(value) : value).collect(Collectors.joining(", "));
    }

    private static String type(EndpointOptionModel option) {
        return switch (option.getType()) {
            case "integer" -> ComponentJson.example(option).orElse("0").matches("\\d+") ? "integer" : "string";
            case "boolean", "number" -> option.getType();
            case "enum" -> enumType(option.getJavaType());
            default -> "string";
        };
    }

    private static String enumType(String javaType) {
        return switch (javaType) {
            case "java.lang.Integer" -> "integer";
            case "Boolean" -> "boolean";
            default -> "string";
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
