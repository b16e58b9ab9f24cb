/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import java.util.List;
import java.util.Map;
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

            *For authors of routes.* Back to xref:docproc-component.adoc[Docproc].
            """
                    .formatted(GeneratedPage.REFRESH);
    /** Examples of options that Camel defines for every component. */
    private static final Map<String, String> CAMEL_OPTION_EXAMPLES = Map.of(
            "autowiredEnabled", "false",
            "bridgeErrorHandler", "true",
            "exceptionHandler", "#failures",
            "exchangePattern", "InOnly",
            "lazyStartProducer", "true");

    private static final String OPTION_COLUMNS =
            """
            [width="100%",cols="2,5,1,2,1",options="header"]
            |===
            | Name | Description | Default | Example | Type
            """;
    private static final String HEADER_COLUMNS =
            """
            [width="100%",cols="3,5,1",options="header"]
            |===
            | Header | Description | Type
            """;
    private static final String END = "|===\n";

    private final ComponentModel component;

    OptionTables(ComponentModel component) {
        this.component = component;
    }

    String render() {
        StringBuilder page = new StringBuilder(HEAD);
        section(page, "Component options", "Set once, for all endpoints of the component.");
        options(page, component.getComponentOptions().stream());
        section(page, "Endpoint options of every operation", "They override the options of the component.");
        options(page, component.getEndpointOptions().stream().filter(OptionTables::belongsToEveryOperation));
        for (DocprocOperation operation : DocprocOperation.values()) {
            page.append("\n[#").append(operation).append(']');
            section(page, "Endpoint options of `" + operation + "`", introduction(operation));
            if (hasOwnOptions(operation)) {
                options(page, component.getEndpointOptions().stream().filter(option -> has(operation, option)));
            }
        }
        section(page, "Result headers", "Set on the message after a call that succeeded.");
        headers(page, "result");
        section(page, "Option headers", "A header overrides the endpoint option for its message only.");
        headers(page, "option");
        return page.toString();
    }

    private static String introduction(DocprocOperation operation) {
        if (!hasOwnOptions(operation)) {
            return "No options in addition to those of every operation.";
        }
        return operation.options().isEmpty()
                ? "They cannot be set by message headers."
                : "If a description names a header, a message can set the option too.";
    }

    private static boolean hasOwnOptions(DocprocOperation operation) {
        return !operation.options().isEmpty() || !operation.settings().isEmpty();
    }

    private static boolean belongsToEveryOperation(EndpointOptionModel option) {
        return !option.getKind().equals("path")
                && DocprocOperation.having(option.getName()).isEmpty();
    }

    private static boolean has(DocprocOperation operation, EndpointOptionModel option) {
        return DocprocOperation.having(option.getName()).contains(operation);
    }

    private static void section(StringBuilder page, String title, String introduction) {
        page.append("\n== ").append(title).append("\n\n").append(introduction).append('\n');
    }

    private static void options(StringBuilder page, Stream<? extends BaseOptionModel> options) {
        page.append('\n').append(OPTION_COLUMNS);
        options.forEach(option -> page.append("\n| `+")
                .append(name(option))
                .append("+`\n| ")
                .append(cell(ComponentJson.description(option)))
                .append(values(option))
                .append(option.isSecret() ? " _Never shown in logs._" : "")
                .append(option.getDefaultValue() == null ? "\n|" : "\n| " + option.getDefaultValue())
                .append("\n| `+")
                .append(example(option))
                .append("+`\n| ")
                .append(type(option))
                .append('\n'));
        page.append(END);
    }

    private void headers(StringBuilder page, String label) {
        page.append('\n').append(HEADER_COLUMNS);
        component.getEndpointHeaders().stream()
                .filter(header -> List.of(header.getLabel().split(",")).contains(label))
                .forEach(header -> page.append("\n| `")
                        .append(header.getName())
                        .append("`\n| ")
                        .append(headerText(header))
                        .append("\n| ")
                        .append(type(header))
                        .append('\n'));
        page.append(END);
    }

    private static String headerText(EndpointHeaderModel header) {
        return cell(header.getDescription()) + " `DocprocConstants."
                + header.getConstantName().replaceAll(".*#", "") + "`";
    }

    /** Returns the name of an option; a multi-value option is shown as its prefix and an asterisk. */
    private static String name(BaseOptionModel option) {
        return option.isMultiValue() ? option.getPrefix() + "*" : option.getName();
    }

    private static String values(BaseOptionModel option) {
        List<String> values = option.getEnums();
        return values == null || values.isEmpty() ? "" : " One of: `" + String.join("`, `", values) + "`.";
    }

    private static String example(BaseOptionModel option) {
        return ComponentJson.example(option).orElseGet(() -> CAMEL_OPTION_EXAMPLES.get(option.getName()));
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
