/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.JsonParameters;
import io.docproc.local.ParameterError;
import io.docproc.local.http.Call;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The JSON object that a workflow call sends; a member of the wrong kind is refused with code 40004. */
final class WorkflowBody {
    private static final int MAX_BODY_BYTES = 1024 * 1024;
    private static final JsonMapper JSON = new JsonMapper();

    private final String path;
    private final ObjectNode json;
    private final JsonParameters parameters;

    private WorkflowBody(String path, ObjectNode json) {
        this.path = path;
        this.json = json;
        this.parameters = new JsonParameters(path, json);
    }

    static WorkflowBody of(Call call) throws IOException {
        call.query().allowOnly(Set.of());
        if (!call.mediaType().equals("application/json")) {
            throw ParameterError.of("Content-Type", call.contentType().orElse("none"), "application/json");
        }
        byte[] body = call.body().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw ParameterError.of("body", "longer", "at most " + MAX_BODY_BYTES + " bytes");
        }
        try {
            if (JSON.readTree(body) instanceof ObjectNode object) {
                return new WorkflowBody("", object);
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        throw ParameterError.of("body", "another JSON value", "a JSON object");
    }

    /** A member that must be there and not be blank. */
    String required(String name) {
        return text(name).filter(it -> !it.isBlank()).orElseThrow(() -> ParameterError.missing(full(name)));
    }

    Optional<String> text(String name) {
        return parameters.text(name);
    }

    /** A string of at most so many characters. */
    Optional<String> text(String name, int longest) {
        Optional<String> text = text(name);
        text.filter(it -> it.codePointCount(0, it.length()) > longest).ifPresent(it -> {
            throw ParameterError.of(full(name), it, "at most " + longest + " characters");
        });
        return text;
    }

    Optional<String> oneOf(String name, List<String> allowed) {
        return parameters.oneOf(name, allowed);
    }

    Optional<Boolean> flag(String name) {
        return parameters.flag(name);
    }

    List<String> texts(String name) {
        if (!json.hasNonNull(name)) {
            return List.of();
        }
        JsonNode array = json.get(name);
        List<String> texts = new ArrayList<>();
        array.forEach(it -> texts.add(it.textValue()));
        if (!array.isArray() || texts.contains(null)) {
            throw ParameterError.of(full(name), array, "an array of strings");
        }
        return texts;
    }

    /** A member that is an object itself. */
    Optional<WorkflowBody> object(String name) {
        if (!json.hasNonNull(name)) {
            return Optional.empty();
        }
        if (json.get(name) instanceof ObjectNode object) {
            return Optional.of(new WorkflowBody(full(name), object));
        }
        throw ParameterError.of(full(name), json.get(name), "a JSON object");
    }

    private String full(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
