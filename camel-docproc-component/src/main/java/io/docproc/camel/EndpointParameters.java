/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.operation.Option;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.TypeConversionException;
import org.apache.camel.util.PropertiesHelper;

/** The parameters of an endpoint's URI: which of them an operation has, and whether their values are of its type. */
final class EndpointParameters {
    static final Set<String> SHARED = Set.of(
            "baseUrl",
            "workflowUrl",
            "parseService",
            "appId",
            "secretCode",
            "connectTimeout",
            "responseTimeout",
            "maxConcurrentRequests",
            "sslContextParameters",
            "headerFilterStrategy",
            "lazyStartProducer",
            "synchronous");

    private final DocprocOperation operation;
    private final CamelContext context;

    EndpointParameters(DocprocOperation operation, CamelContext context) {
        this.operation = operation;
        this.context = context;
    }

    /**
     * Takes the keys with a prefix out of the parameters and checks the others.
     *
     * @throws IllegalArgumentException when the operation does not have an option, or a value is not of its type
     */
    void apply(DocprocEndpoint endpoint, Map<String, Object> parameters) {
        endpoint.getConfiguration().getHttpOptions().putAll(PropertiesHelper.extractProperties(parameters, "http."));
        endpoint.getExtractOptions().setParseOption(keys(parameters, "parseOption"));
        endpoint.getExtractOptions().setExtractOption(keys(parameters, "extractOption"));
        endpoint.getParseOptions().setCapability(keys(parameters, "capability"));
        endpoint.getParseOptions().setEngineParam(keys(parameters, "engineParam"));
        parameters.forEach(this::check);
    }

    private Map<String, Object> keys(Map<String, Object> parameters, String option) {
        Map<String, Object> keys = PropertiesHelper.extractProperties(parameters, option + ".");
        if (keys.isEmpty()) {
            return null;
        }
        requireOption(option);
        return keys;
    }

    private void check(String name, Object value) {
        if (!SHARED.contains(name) && !operation.settings().contains(name)) {
            Option<?> option = requireOption(name);
            if (value instanceof String text && !text.startsWith("#")) {
                requireType(option, text);
            }
        }
    }

    private Option<?> requireOption(String name) {
        return operation.option(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private String unknown(String name) {
        List<DocprocOperation> owners = DocprocOperation.having(name);
        String belongsTo = owners.isEmpty()
                ? ""
                : " (it belongs to " + owners.stream().map(Enum::name).collect(Collectors.joining(", ")) + ")";
        Set<String> allowed = new TreeSet<>(SHARED);
        allowed.addAll(operation.settings());
        operation.options().forEach(option -> allowed.add(option.name()));
        return "docproc:" + operation + " has no option " + name + belongsTo + "; allowed are "
                + String.join(", ", allowed) + " and http.*";
    }

    private void requireType(Option<?> option, String text) {
        try {
            if (context.getTypeConverter().tryConvertTo(option.type(), text) == null) {
                throw mistyped(option, text);
            }
        } catch (TypeConversionException notOfThisType) {
            throw mistyped(option, text);
        }
    }

    private IllegalArgumentException mistyped(Option<?> option, String text) {
        return new IllegalArgumentException("Option " + option.name() + " of docproc:" + operation + " is '" + text
                + "'; allowed is " + option.allowed());
    }
}
