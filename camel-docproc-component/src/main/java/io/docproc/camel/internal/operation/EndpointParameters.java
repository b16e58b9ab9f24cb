/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.TypeConversionException;
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
    private static final List<String> PREFIXED =
            List.of("parseOption", "extractOption", "capability", "engineParam", "query");
    private static final String MASK = "xxxxxx";
    private static final String PASSWORD_KEY = "pdf_pwd";

    /** Names of the options that the endpoints of all operations have. */
    public static final Set<String> SHARED = Set.of(
            "baseUrl",
            "workflowUrl",
            "parseService",
            "appId",
            "secretCode",
            "connectTimeout",
            "responseTimeout",
            "callTimeout",
            "maxConcurrentRequests",
            "maxWaitingRequests",
            "permitTimeout",
            "sslContextParameters",
            "headerFilterStrategy",
            "healthCheckInterval",
            "healthCheckTimeout",
            "minimumBalance",
            "lazyStartProducer",
            "synchronous");

    private static final Map<String, CallOption<?>> TYPED = Stream.of(
                    typed("connectTimeout", Duration.class, "a duration such as 10s"),
                    typed("responseTimeout", Duration.class, "a duration such as 10m"),
                    typed("callTimeout", Duration.class, "a duration such as 1h"),
                    typed("maxConcurrentRequests", Integer.class, "a whole number from 1 up"),
                    typed("maxWaitingRequests", Integer.class, "a whole number from 0 up"),
                    typed("permitTimeout", Duration.class, "a duration such as 30s"),
                    typed("healthCheckInterval", Duration.class, "a duration such as 1m"),
                    typed("healthCheckTimeout", Duration.class, "a duration such as 5s"),
                    typed("minimumBalance", Double.class, "an amount of money such as 50"),
                    typed("callbackTtl", Duration.class, "a duration such as 7d"),
                    typed("pollAfter", Duration.class, "a duration such as 15m"),
                    typed("leaseTimeout", Duration.class, "a duration such as 5m"),
                    typed("synchronous", Boolean.class, "true or false"))
            .collect(Collectors.toUnmodifiableMap(CallOption::name, Function.identity()));

    /** Camel converts a text without a valid unit to zero, which means no limit. */
    private static final Pattern DURATION = Pattern.compile("-?\\d+|[Pp][\\w.+-]+|(\\s*\\d+\\s*(ms|[dhms])\\s*)+");

    private static <T> CallOption<T> typed(String name, Class<T> type, String allowed) {
        return new CallOption<>(name, type, allowed, value -> true);
    }

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
        boolean setting = SHARED.contains(name) || operation.settings().contains(name);
        CallOption<?> option = setting ? TYPED.get(name) : requireOption(name);
        if (option != null && value instanceof String text && !text.startsWith("#")) {
            requireType(option, text);
        }
    }

    private CallOption<?> requireOption(String name) {
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

    private void requireType(CallOption<?> option, String text) {
        if (option.type() == Duration.class && !DURATION.matcher(text).matches()) {
            throw mistyped(option, text);
        }
        try {
            if (context.getTypeConverter().tryConvertTo(option.type(), text) == null) {
                throw mistyped(option, text);
            }
        } catch (TypeConversionException e) {
            throw mistyped(option, text);
        }
    }

    private IllegalArgumentException mistyped(CallOption<?> option, String text) {
        return new IllegalArgumentException("Option " + option.name() + " of docproc:" + operation + " is '" + text
                + "'; allowed is " + option.allowed());
    }
}
