/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;

/** Kamelet file whose property descriptions are generated from the component options that its template sets. */
final class KameletFile {
    static final Path DIRECTORY = Repository.COMPONENT.resolve("src/main/resources/kamelets");

    private static final String MARK =
            "      # The options of the component that the template uses, from the" + " component's description.\n";
    private static final Pattern GENERATED =
            Pattern.compile(Pattern.quote(MARK) + ".*?(?=^  dependencies:)", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern PARAMETER =
            Pattern.compile("^ +(\\w+): \"(?:RAW\\()?\\{\\{docprocKamelet:\\1(?::#unset)?}}\\)?\"$", Pattern.MULTILINE);
    private static final Pattern VERSION = Pattern.compile("(?<=catalog.version: \"|camel-docproc-component:)[^\"]+");

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

    /** Returns the operations that the Kamelet performs. */
    List<DocprocOperation> operations() {
        return switch (name()) {
            case "docproc-crop-action" -> List.of(DocprocOperation.crop);
            case "docproc-extract-action" -> List.of(DocprocOperation.extract);
            case "docproc-parse-action" -> List.of(DocprocOperation.parseSync, DocprocOperation.parseAsync);
            case "docproc-completion-source" -> List.of(DocprocOperation.webhook);
            default -> throw new AssertionError("say which operations " + name() + " has");
        };
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

    /** Returns the file with the current descriptions and version of the component. */
    String refresh() {
        String properties = options().stream().map(this::property).collect(Collectors.joining());
        String refreshed = GENERATED.matcher(text()).replaceFirst(Matcher.quoteReplacement(MARK + properties));
        return VERSION.matcher(refreshed).replaceAll(component.getVersion());
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
        property.append("        example: %s\n".formatted(values(option, ComponentJson.example(option).stream())));
        if (option.isSecret()) {
            property.append("        x-descriptors:\n        - urn:camel:group:credentials\n");
        }
        return property.toString();
    }

    /** Returns the properties as an AsciiDoc table. */
    String row() {
        String operations = operations().stream()
                .map(operation -> "xref:docproc-options.adoc#%1$s[`%1$s`]".formatted(operation))
                .collect(Collectors.joining(", "));
        String properties =
                options().stream().map(option -> "`" + option.getName() + "`").collect(Collectors.joining(", "));
        return "| `%s` | %s | %s\n".formatted(name(), operations, properties);
    }

    /** Returns the description with the default as text; a Kamelet default would override the component. */
    private String description(EndpointOptionModel option) {
        String text = ComponentJson.description(option);
        if (option.getName().equals("output")) {
            return "Content of the message body; the first value is the default."
                    + operations().stream()
                            .flatMap(operation -> Pattern.compile(
                                            " (\\w+, )*" + operation + "(, \\w+)*: .*?\\.(?= (\\w+, )*\\w+: |$)")
                                    .matcher(text)
                                    .results())
                            .map(MatchResult::group)
                            .collect(Collectors.joining());
        }
        return option.getDefaultValue() == null ? text : text + " Default: " + option.getDefaultValue() + ".";
    }

    /** Returns the values that the operations of the Kamelet accept. */
    private Stream<String> enums(EndpointOptionModel option) {
        if (!option.getName().equals("output")) {
            return option.getEnums().stream();
        }
        return operations().stream()
                .flatMap(operation -> ComponentJson.options().of(operation).stream())
                .filter(candidate -> candidate.name().equals("output"))
                .distinct()
                .flatMap(candidate ->
                        Stream.of(candidate.allowed().replace("one of ", "").split(", ", -1)));
    }

    private static String values(EndpointOptionModel option, Stream<String> values) {
        boolean text = type(option).equals("string");
        return values.map(value -> text ? quoted(value) : value).collect(Collectors.joining(", "));
    }

    private static String type(EndpointOptionModel option) {
        return switch (option.getType()) {
            case "boolean", "integer", "number" -> option.getType();
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
