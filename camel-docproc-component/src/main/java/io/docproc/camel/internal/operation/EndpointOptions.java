/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.util.PropertiesHelper;
import org.apache.camel.util.URISupport;
import org.apache.camel.util.UnsafeUriCharactersEncoder;

/**
 * The options that an endpoint class declares. Validates the parameters of a URI: each one must be an option of the
 * operation and have a value of its type.
 */
public final class EndpointOptions {
    private static final List<String> CREDENTIALS = List.of("appId", "secretCode", "callbackSecret", "pdfPassword");

    /**
     * Value that Kamelets use for a credential that is not set. Camel drops an optional placeholder without a value,
     * but not inside RAW(), which a credential requires. An empty credential is an error, not an unset one.
     */
    private static final String UNSET = "#unset";

    /** Option that Camel reads, and not the URI of an endpoint. */
    private static final String EXCLUDED = "autowiredEnabled";

    private static final String MASK = "xxxxxx";
    private static final String PARAM = "param";
    private static final String PREFIX = "param.";
    private static final List<String> PASSWORDS = List.of("parse_options.pdf_pwd", "document.password");

    private final List<OptionDeclaration> declared;

    /** Reads the options that a class declares. */
    public EndpointOptions(Class<?> endpoint) {
        this.declared = OptionDeclaration.declaredBy(endpoint).stream()
                .filter(option -> !EXCLUDED.equals(option.name()))
                .toList();
    }

    /** Returns the options that an operation has. */
    public List<OptionDeclaration> of(DocprocOperation operation) {
        return operation.of(declared);
    }

    /** Returns the operations that have an option; empty if it belongs to all operations of a side, or does not exist. */
    public List<DocprocOperation> having(String name) {
        return Arrays.stream(DocprocOperation.values())
                .filter(operation ->
                        declared.stream().anyMatch(option -> option.name().equals(name) && operation.isNamedBy(option)))
                .toList();
    }

    /**
     * Requires that a text that the component is configured with is of the type of its option, because Camel converts
     * other texts to zero, which means no limit for most options.
     *
     * @throws IllegalArgumentException if it is not
     */
    public void requireType(String name, boolean ignoreCase, Object value, CamelContext context) {
        declared.stream()
                .filter(option -> ignoreCase
                        ? option.name().equalsIgnoreCase(name)
                        : option.name().equals(name))
                .forEach(option -> option.requireType("the component docproc", value, context));
    }

    /**
     * Collects the parameters {@code param.*} in the parameter of this name, and validates the others.
     *
     * @param parameters the parameters of the URI; those with the prefix are replaced by a Map
     * @throws IllegalArgumentException if the operation does not have an option, or a value is not of its type
     */
    public void validate(DocprocOperation operation, Map<String, Object> parameters, CamelContext context) {
        CREDENTIALS.forEach(credential -> parameters.remove(credential, UNSET));
        Map<String, OptionDeclaration> options = new HashMap<>();
        of(operation).forEach(option -> options.put(option.name(), option));
        Map<String, Object> params =
                options.remove(PARAM) == null ? Map.of() : PropertiesHelper.extractProperties(parameters, PREFIX);
        PASSWORDS.stream().filter(params::containsKey).forEach(password -> {
            throw new IllegalArgumentException("Key " + PREFIX + password + " of docproc:" + operation
                    + " is not allowed, because the URI of an endpoint is logged; use the option pdfPassword");
        });
        parameters.forEach((name, value) -> {
            if (!options.containsKey(name)) {
                throw new IllegalArgumentException(unknown(operation, name));
            }
            options.get(name).requireType("docproc:" + operation, value, context);
        });
        if (!params.isEmpty()) {
            parameters.put(PARAM, params);
        }
    }

    private String unknown(DocprocOperation operation, String name) {
        List<DocprocOperation> owners = having(name.startsWith(PREFIX) ? PARAM : name);
        String belongsTo = owners.isEmpty()
                ? ""
                : " (it belongs to " + owners.stream().map(Enum::name).collect(Collectors.joining(", ")) + ")";
        String allowed = of(operation).stream()
                .map(option -> option.name().equals(PARAM) ? PREFIX + "*" : option.name())
                .sorted()
                .collect(Collectors.joining(", "));
        return "docproc:" + operation + " has no option " + name + belongsTo + "; allowed are " + allowed
                + "; options of the connection, health checks and callbacks belong to the component";
    }

    /**
     * Returns an endpoint's URI with its secrets masked. Secrets are also masked by value, because Camel's pattern
     * does not match all values completely.
     */
    public static String withoutSecrets(String uri, Map<String, Object> parameters) {
        String masked = uri;
        for (String secret : CREDENTIALS) {
            if (!secret.equals("appId") && parameters.get(secret) instanceof String value && !value.isEmpty()) {
                masked = masked.replace(value, MASK).replace(UnsafeUriCharactersEncoder.encode(value), MASK);
            }
        }
        return URISupport.sanitizeUri(masked);
    }
}
