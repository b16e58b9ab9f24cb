/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.util.PropertiesHelper;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.UnsafeUriCharactersEncoder;

/**
 * Validates the parameters of an endpoint's URI: each one must be an option of the operation and have a value of its
 * type.
 */
public final class EndpointParameters {
    private static final List<String> SECRETS = List.of("secretCode", "callbackSecret", "pdfPassword");
    /**
     * Value that Kamelets use for a credential that is not set. Camel drops an optional placeholder without a value,
     * but not inside RAW(), which a credential requires. An empty credential is an error, not an unset one.
     */
    private static final String UNSET = "#unset";

    private static final List<String> CREDENTIALS = List.of("appId", "secretCode", "callbackSecret", "pdfPassword");
    private static final List<String> PREFIXED = Arrays.stream(DocprocOperation.values())
            .flatMap(operation -> operation.options().stream())
            .filter(CallOption::hasKeys)
            .map(CallOption::name)
            .distinct()
            .toList();
    private static final String MASK = "xxxxxx";
    private static final String PASSWORD_KEY = "pdf_pwd";

    private final DocprocOperation operation;
    private final CamelContext context;

    /**
     * Creates the validation for one endpoint.
     *
     * @param operation the operation of the endpoint
     * @param context converts values to the types of options
     */
    public EndpointParameters(DocprocOperation operation, CamelContext context) {
        this.operation = operation;
        this.context = context;
    }

    /**
     * Returns the endpoint's URI with its secrets masked. Secrets are also masked by value, because Camel's pattern
     * does not match all values completely.
     */
    public static String withoutSecrets(String uri, Map<String, Object> parameters) {
        String masked = uri;
        for (String secret : SECRETS) {
            if (parameters.get(secret) instanceof String value && !value.isEmpty()) {
                masked = masked.replace(value, MASK).replace(UnsafeUriCharactersEncoder.encode(value), MASK);
            }
        }
        return URISupport.sanitizeUri(masked);
    }

    /**
     * Moves the parameters with a prefix to the options that they are keys of, and validates the others.
     *
     * @param parameters the parameters of the URI without those for the HTTP client; parameters with a prefix are removed
     * @param options receives the name of an option and its keys with their values
     * @throws IllegalArgumentException if the operation does not have an option, or a value is not of its type
     */
    public void apply(Map<String, Object> parameters, BiConsumer<String, Map<String, Object>> options) {
        CREDENTIALS.forEach(credential -> parameters.remove(credential, UNSET));
        for (String option : PREFIXED) {
            Map<String, Object> keys = PropertiesHelper.extractProperties(parameters, option + ".");
            if (!keys.isEmpty()) {
                requireKeys(option, keys);
                options.accept(option, keys);
            }
        }
        parameters.forEach(this::check);
    }

    private void requireKeys(String option, Map<String, Object> keys) {
        requireOption(option);
        if (keys.containsKey(PASSWORD_KEY)) {
            throw new IllegalArgumentException("Key " + option + "." + PASSWORD_KEY + " of docproc:" + operation
                    + " is not allowed, because the URI of an endpoint is logged; use the option pdfPassword");
        }
    }

    private void check(String name, Object value) {
        CallOption<?> option = requireOption(name);
        if (value instanceof String text && !text.startsWith("#")) {
            OptionText.requireType("docproc:" + operation, option, text, context);
        }
    }

    private CallOption<?> requireOption(String name) {
        return options()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    private Stream<CallOption<?>> options() {
        return Stream.of(EndpointSettings.SHARED, operation.settings(), operation.options())
                .flatMap(List::stream);
    }

    private String unknown(String name) {
        List<DocprocOperation> owners = DocprocOperation.having(name);
        String belongsTo = owners.isEmpty()
                ? ""
                : " (it belongs to " + owners.stream().map(Enum::name).collect(Collectors.joining(", ")) + ")";
        String allowed = options().map(CallOption::name).sorted().collect(Collectors.joining(", "));
        return "docproc:" + operation + " has no option " + name + belongsTo + "; allowed are " + allowed
                + " and http.*";
    }
}
