/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * App ID and Secret Code, which every request sends as headers (interface document, Authentication). The constructor
 * checks that an HTTP header can carry them. {@link #toString} masks the Secret Code.
 *
 * @param appId the App ID
 * @param secretCode the Secret Code
 * @param enterpriseId the enterprise of a DocFlow account that has several
 */
public record Credentials(String appId, String secretCode, Optional<String> enterpriseId) {
    private static final String APP_ID_HEADER = "x-ti-app-id";
    private static final String SECRET_CODE_HEADER = "x-ti-secret-code";
    /** Name of the HTTP header for the enterprise, which a message may have. */
    public static final String ENTERPRISE_HEADER = "x-ti-enterprise-id";

    private static final String MASK = "xxxxxx";

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is missing, contains a character other than visible ASCII,
     *     is in quotation marks, or is an unresolved placeholder
     */
    public Credentials {
        requireVisible("appId", appId);
        requireVisible("secretCode", secretCode);
        enterpriseId.ifPresent(id -> requireVisible("enterpriseId", id));
    }

    /** @throws IllegalArgumentException if the value of an option is no visible ASCII text, quoted, or a placeholder */
    public static void requireVisible(String option, String value) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("Option " + option + " is required: set it on the component or the"
                    + " endpoint, to the value that the account console shows under API keys");
        }
        if (!value.chars().allMatch(character -> character > ' ' && character < 127)) {
            throw new IllegalArgumentException("Option " + option + " contains a space, a line break or a character"
                    + " that an HTTP header must not contain; allowed are visible ASCII characters; remove any other"
                    + " character, such as a trailing line break");
        }
        requirePlain(option, value);
    }

    /** Rejects values that a properties file or a shell has left as they were, which the service rejects with 40102. */
    private static void requirePlain(String option, String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(0) == value.charAt(value.length() - 1);
        if (quoted) {
            throw new IllegalArgumentException("Option " + option + " begins and ends with a quotation mark; allowed is"
                    + " the value alone; remove the quotation marks, which a properties file keeps");
        }
        if (value.startsWith("${") && value.endsWith("}")) {
            throw new IllegalArgumentException(
                    "Option " + option + " is a placeholder that was not resolved; allowed is"
                            + " the value alone; Camel resolves {{env:NAME}}, and only Spring Boot and Quarkus resolve ${NAME}");
        }
    }

    /** Returns the HTTP headers by name. */
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>(Map.of(APP_ID_HEADER, appId, SECRET_CODE_HEADER, secretCode));
        enterpriseId.ifPresent(id -> headers.put(ENTERPRISE_HEADER, id));
        return headers;
    }

    /** Returns a text that is different for each account and enterprise. It has no secret. */
    public String owner() {
        return enterpriseId.map(id -> appId + " " + id).orElse(appId);
    }

    @Override
    public String toString() {
        return "Credentials[appId=" + owner() + ", secretCode=" + MASK + "]";
    }
}
