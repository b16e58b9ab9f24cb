/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.http.MultipartForm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parts of a multipart form that the component does not define, and the options {@code formPart.*} of the parse calls.
 * A form does not escape the name of a part, so a name must not add a header or a parameter.
 */
final class FormParts {
    private static final int MAX_NAME = 200;
    private static final Pattern VALID_NAME = Pattern.compile("(?=.*\\S)[^\"\\p{Cntrl}]{1," + MAX_NAME + "}");
    private static final Set<String> OWN_PARTS = Set.of("file", "file_url", "config", "webhook");

    /** Description of the allowed names, for exception messages. */
    static final String NAME = "a name of 1 to " + MAX_NAME + " characters without quotes and control characters";

    static final CallOption<Map<?, ?>> OPTION = CallOption.keys(
            "formPart",
            "texts, numbers, booleans, maps or lists, each with " + NAME
                    + ", other than file, file_url, config and webhook, which the component sets itself",
            FormParts::isValid);

    private FormParts() {}

    /** Adds the parts of the endpoint and of the message. */
    static void add(MultipartForm form, Invocation invocation) {
        invocation.options().keys(OPTION).forEach((name, value) -> {
            if (value != null) {
                add(form, invocation, name, value);
            }
        });
    }

    private static void add(MultipartForm form, Invocation invocation, String name, Object value) {
        Object parsed = RequestJson.ofParameter(value);
        boolean isText = isText(value) && !(parsed instanceof JsonNode json && json.isContainerNode());
        String field = OPTION.name() + "." + name;
        if (isText) {
            invocation.keyField(field, value::toString);
            form.text(name, value.toString());
        } else {
            JsonNode json = RequestJson.tree(invocation.operation(), field, parsed);
            invocation.keyField(field, json::toString);
            form.json(name, RequestJson.bytes(invocation.operation(), json));
        }
    }

    private static boolean isValid(Map<?, ?> parts) {
        return parts.entrySet().stream()
                .allMatch(part -> isName(String.valueOf(part.getKey()))
                        && !OWN_PARTS.contains(String.valueOf(part.getKey()))
                        && (part.getValue() == null || isText(part.getValue()) || isJson(part.getValue())));
    }

    /** Returns whether a part can have this name. */
    static boolean isName(String name) {
        return VALID_NAME.matcher(name).matches();
    }

    /** Returns whether a value is sent as JSON. */
    static boolean isJson(Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?> || value instanceof JsonNode;
    }

    /** Returns whether a value is sent as plain text. */
    static boolean isText(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }
}
