/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.service.ParameterError;
import io.docproc.examples.service.http.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The JSON object that a workflow call sends; a member of the wrong kind is refused with code 40004. */
final class WorkflowBody {
    private static final int LONGEST = 1024 * 1024;
    private static final JsonMapper JSON = new JsonMapper();

    private final ObjectNode json;
    private final String prefix;

    private WorkflowBody(ObjectNode json, String prefix) {
        this.json = json;
        this.prefix = prefix;
    }

    static WorkflowBody of(Call call) throws IOException {
        call.query().allowOnly(Set.of());
        if (!call.mediaType().equals("application/json")) {
            throw ParameterError.of("Content-Type", call.contentType().orElse("none"), "application/json");
        }
        byte[] body = call.body().readNBytes(LONGEST + 1);
        if (body.length > LONGEST) {
            throw ParameterError.of("body", "longer", "at most " + LONGEST + " bytes");
        }
        try {
            if (JSON.readTree(body) instanceof ObjectNode object) {
                return new WorkflowBody(object, "");
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        throw ParameterError.of("body", "another JSON value", "a JSON object");
    }

    /** A member that must be there and not be blank. */
    String required(String name) {
        return text(name).filter(it -> !it.isBlank()).orElseThrow(() -> ParameterError.missing(prefix + name));
    }

    Optional<String> text(String name) {
        return value(name).map(it -> {
            if (!it.isTextual()) {
                throw ParameterError.of(prefix + name, it, "a string");
            }
            return it.textValue();
        });
    }

    /** A string of at most so many characters. */
    Optional<String> text(String name, int longest) {
        Optional<String> text = text(name);
        text.filter(it -> it.codePointCount(0, it.length()) > longest).ifPresent(it -> {
            throw ParameterError.of(prefix + name, it, "at most " + longest + " characters");
        });
        return text;
    }

    Optional<String> oneOf(String name, List<String> allowed) {
        Optional<String> text = text(name);
        text.filter(it -> !allowed.contains(it)).ifPresent(it -> {
            throw ParameterError.of(prefix + name, it, String.join(", ", allowed));
        });
        return text;
    }

    Optional<Boolean> flag(String name) {
        return value(name).map(it -> {
            if (!it.isBoolean()) {
                throw ParameterError.of(prefix + name, it, "true, false");
            }
            return it.booleanValue();
        });
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        value(name).ifPresent(array -> {
            if (!array.isArray()) {
                throw ParameterError.of(prefix + name, array, "an array of strings");
            }
            array.forEach(it -> {
                if (!it.isTextual()) {
                    throw ParameterError.of(prefix + name, array, "an array of strings");
                }
                texts.add(it.textValue());
            });
        });
        return texts;
    }

    /** A member that is an object itself. */
    Optional<WorkflowBody> object(String name) {
        return value(name).map(it -> {
            if (it instanceof ObjectNode object) {
                return new WorkflowBody(object, prefix + name + ".");
            }
            throw ParameterError.of(prefix + name, it, "a JSON object");
        });
    }

    private Optional<JsonNode> value(String name) {
        return Optional.ofNullable(json.get(name)).filter(it -> !it.isNull());
    }
}
