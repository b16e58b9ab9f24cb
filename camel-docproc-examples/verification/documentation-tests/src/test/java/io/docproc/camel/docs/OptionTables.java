/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointHeaderModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;

/** Page of the options and headers of the component, generated from its metadata. */
final class OptionTables {
    private static final String HEAD =
            """
            // SPDX-License-Identifier: Apache-2.0
            // Generated from the component's metadata. Refresh: %s
            = Docproc: options and headers
            :toc:
            :toclevels: 2

            *For authors of routes.* xref:docproc-component.adoc[Overview].

            A header overrides an option marked with ^H^ for its message: `CamelDocproc` plus the name of the option with the first letter in
            upper case, for example `CamelDocprocEnhanceMode`. `DocprocConstants` has a constant for each header, for example `ENHANCE_MODE`.

            The component sends no option that is not set. The default of a field of the request, such as `jpegQuality`, is that of the service.
            The property for `http.proxyHost` is `camel.component.docproc.http-options[proxyHost]`.
            """
                    .formatted(GeneratedPage.REFRESH);

    private static final String OPTION_COLUMNS =
            """
            [width="100%",cols="2,5,2,2",options="header"]
            |===
            | Name | Description | Type, default | Example
            """;
    private static final String HEADER_COLUMNS =
            """
            [width="100%",cols="3,5,1",options="header"]
            |===
            | Header | Description | Type
            """;
    private static final String END = "|===\n";

    private final ComponentModel component;
    private final Set<String> optionHeaders;
    private final Map<String, DocprocOperation> described = new HashMap<>();

    OptionTables(ComponentModel component) {
        this.component = component;
        this.optionHeaders = headers("option").map(EndpointHeaderModel::getName).collect(Collectors.toSet());
    }

    String render() {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("\n[#component]");
        section(page, "Component options", "Set once, for all endpoints of the component.");
        options(page, component.getComponentOptions().stream());
        section(
                page,
                "Endpoint options of every operation",
                "An endpoint can override these options of the <<component>>:");
        Map<Boolean, List<EndpointOptionModel>> general = component.getEndpointOptions().stream()
                .filter(OptionTables::belongsToEveryOperation)
                .collect(Collectors.partitioningBy(this::isOfComponent));
        page.append(names(general.get(true))).append(".\n");
        if (!general.get(false).isEmpty()) {
            options(page, general.get(false).stream());
        }
        for (DocprocOperation operation : DocprocOperation.values()) {
            page.append("\n[#").append(operation).append(']');
            page.append("\n== Options of `").append(operation).append("`\n");
            optionsOf(page, operation);
        }
        section(page, "Result headers", "Set on the message after a call that succeeded.");
        headers(page, headers("result"));
        return page.toString();
    }

    /** Appends the options that no section has described, and the names of the others. */
    private void optionsOf(StringBuilder page, DocprocOperation operation) {
        if (!hasOwnOptions(operation)) {
            page.append("\nNo options in addition to those of every operation.\n");
            return;
        }
        Map<Boolean, List<EndpointOptionModel>> own = component.getEndpointOptions().stream()
                .filter(option -> has(operation, option))
                .collect(Collectors.partitioningBy(this::isOfComponent));
        if (!own.get(true).isEmpty()) {
            page.append("\nSee <<component>>: ").append(names(own.get(true))).append(".\n");
        }
        Map<DocprocOperation, List<EndpointOptionModel>> elsewhere = own.get(false).stream()
                .filter(option -> described.containsKey(option.getName()))
                .collect(Collectors.groupingBy(
                        option -> described.get(option.getName()), TreeMap::new, Collectors.toList()));
        elsewhere.forEach((other, options) -> page.append("\nSee <<")
                .append(other)
                .append(">>: ")
                .append(names(options))
                .append(".\n"));
        options(
                page,
                own.get(false).stream().filter(option -> described.putIfAbsent(option.getName(), operation) == null));
    }

    private static String names(List<EndpointOptionModel> options) {
        return options.stream().map(option -> "`+" + name(option) + "+`").collect(Collectors.joining(", "));
    }

    private boolean isOfComponent(EndpointOptionModel option) {
        return component.getComponentOptions().stream()
                .anyMatch(other -> other.getName().equals(option.getName())
                        && other.getDescription().equals(option.getDescription()));
    }

    private static boolean hasOwnOptions(DocprocOperation operation) {
        return ComponentJson.options().of(operation).stream()
                .anyMatch(
                        option -> !ComponentJson.options().having(option.name()).isEmpty());
    }

    private static boolean belongsToEveryOperation(EndpointOptionModel option) {
        return !option.getKind().equals("path")
                && ComponentJson.options().having(option.getName()).isEmpty();
    }

    private static boolean has(DocprocOperation operation, EndpointOptionModel option) {
        return ComponentJson.options().having(option.getName()).contains(operation);
    }

    private static void section(StringBuilder page, String title, String introduction) {
        page.append("\n== ").append(title).append("\n\n").append(introduction).append('\n');
    }

    /** Appends a table of the component's own options; those without an example are Camel's, of which only names and defaults are listed. */
    private void options(StringBuilder page, Stream<? extends BaseOptionModel> options) {
        Map<Boolean, List<BaseOptionModel>> own = options.collect(Collectors.partitioningBy(
                option -> ComponentJson.example(option).isPresent(), Collectors.toList()));
        if (!own.get(true).isEmpty()) {
            page.append('\n').append(OPTION_COLUMNS);
            own.get(true).forEach(option -> row(page, option));
            page.append(END);
        }
        if (!own.get(false).isEmpty()) {
            page.append("\nOptions of Camel, with their defaults: ")
                    .append(own.get(false).stream()
                            .map(OptionTables::camelOption)
                            .collect(Collectors.joining(", ")))
                    .append(".\n");
        }
    }

    private static String camelOption(BaseOptionModel option) {
        return "`+" + name(option) + "+`" + (option.getDefaultValue() == null ? "" : " " + option.getDefaultValue());
    }

    private void row(StringBuilder page, BaseOptionModel option) {
        page.append("\n| `+")
                .append(name(option))
                .append(optionHeaders.contains(header(option)) ? "+` ^H^\n| " : "+`\n| ")
                .append(cell(ComponentJson.description(option)))
                .append(values(option))
                .append(option.isSecret() ? " _Masked by the component._" : "")
                .append("\n| ")
                .append(type(option))
                .append(defaultValue(option))
                .append("\n| `+")
                .append(ComponentJson.example(option).orElseThrow())
                .append("+`\n");
    }

    private static String defaultValue(BaseOptionModel option) {
        return option.getDefaultValue() == null ? "" : ", " + option.getDefaultValue();
    }

    private Stream<EndpointHeaderModel> headers(String label) {
        return component.getEndpointHeaders().stream()
                .filter(header -> List.of(header.getLabel().split(",")).contains(label));
    }

    /** Returns the names of the headers that set options. */
    Set<String> optionHeaders() {
        return optionHeaders;
    }

    /** Returns the name of the header that sets an option. */
    static String header(BaseOptionModel option) {
        String name = option.isMultiValue() ? option.getPrefix().replace(".", "") : option.getName();
        return "CamelDocproc" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static void headers(StringBuilder page, Stream<EndpointHeaderModel> headers) {
        page.append('\n').append(HEADER_COLUMNS);
        headers.forEach(header -> page.append("\n| `")
                .append(header.getName())
                .append("`\n| ")
                .append(cell(header.getDescription()))
                .append("\n| ")
                .append(type(header))
                .append('\n'));
        page.append(END);
    }

    /** Returns the name of an option; a multi-value option is shown as its prefix and an asterisk. */
    private static String name(BaseOptionModel option) {
        return option.isMultiValue() ? option.getPrefix() + "*" : option.getName();
    }

    private static String values(BaseOptionModel option) {
        List<String> values = option.getEnums();
        // A description that explains the values names them.
        return values == null
                        || values.equals(List.of("true", "false"))
                        || values.stream().allMatch(option.getDescription()::contains)
                ? ""
                : " One of: `" + String.join("`, `", values) + "`.";
    }

    private static String type(BaseOptionModel option) {
        if ("duration".equals(option.getType())) {
            return "Duration";
        }
        String raw = option.getJavaType().replaceAll("<.*", "");
        return raw.substring(raw.lastIndexOf('.') + 1);
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
