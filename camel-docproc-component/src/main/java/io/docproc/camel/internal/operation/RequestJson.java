/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.model.ModelJson;
import jakarta.activation.DataHandler;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.camel.WrappedFile;
import org.apache.hc.core5.http.HttpEntity;

/** Reads and writes the JSON of requests. */
final class RequestJson {
    private static final ObjectMapper MAPPER = ModelJson.mapper()
            .copy()
            .registerModule(new SimpleModule(RequestJson.class.getName())
                    .addSerializer(new NotJson(File.class))
                    .addSerializer(new NotJson(Path.class))
                    .addSerializer(new NotJson(WrappedFile.class))
                    .addSerializer(new NotJson(DataHandler.class)));

    /** Writes the members of each object in the order of their names. */
    private static final ObjectMapper CANONICAL =
            ModelJson.mapper().copy().configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true);

    private RequestJson() {}

    /** Refuses a document inside JSON, of which Jackson would write the path or a description. */
    private static final class NotJson extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        NotJson(Class<?> type) {
            super(type, false);
        }

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            provider.reportMappingProblem("a %s is a document", handledType().getName());
        }
    }

    /** Returns a text as JSON; empty if it is not exactly one JSON value. */
    static Optional<JsonNode> parsed(String text) {
        try {
            return Optional.ofNullable(ModelJson.parse(text)).filter(json -> !json.isMissingNode());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the JSON value that a URI parameter represents: text such as {@code true}, {@code 3} or {@code ["a"]}.
     * Text that is not JSON, and a value that is not text, are returned unchanged.
     */
    static Object ofParameter(Object value) {
        return value instanceof String text
                ? parsed(text).<Object>map(Function.identity()).orElse(text)
                : value;
    }

    /**
     * Returns a Map, a List or a record of the service as JSON.
     *
     * @param subject the name of the value, for messages
     * @throws DocprocException if the value contains an object that has no JSON
     */
    static JsonNode tree(String operation, String subject, Object value) {
        try {
            return MAPPER.valueToTree(value);
        } catch (IllegalArgumentException e) {
            throw refusal(operation, subject, e.getCause() instanceof JsonProcessingException cause ? cause : e);
        }
    }

    /**
     * Returns the JSON of a body, or of a part of it, in UTF-8.
     *
     * @throws DocprocException if the value contains an object that has no JSON
     */
    static byte[] bytes(String operation, Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw refusal(operation, "the body", e);
        }
    }

    private static DocprocException refusal(String operation, String subject, Exception cause) {
        String reason =
                cause instanceof JsonMappingException mapping ? mapping.getOriginalMessage() : cause.getMessage();
        return ErrorCode.PARAMETER_ERROR.refusal(
                operation,
                subject + " cannot be written as JSON: " + reason
                        + "; allowed are texts, numbers, booleans, and maps and lists of them; convert other objects"
                        + " first");
    }

    /** Returns the request body. The document, if present, becomes {@code file.file_base64}. */
    static HttpEntity entity(ObjectNode json, Optional<Document> document) {
        if (document.isEmpty()) {
            return RequestBodies.json(json.toString().getBytes(StandardCharsets.UTF_8));
        }
        String placeholder = UUID.randomUUID().toString();
        json.withObjectProperty("file").put("file_base64", placeholder);
        String rendered = json.toString();
        int at = rendered.indexOf(placeholder);
        return RequestBodies.jsonAroundBase64(
                rendered.substring(0, at).getBytes(StandardCharsets.UTF_8),
                document.get(),
                rendered.substring(at + placeholder.length()).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the JSON without the document and its name, for the key of a call. */
    static String withoutDocument(ObjectNode json) {
        ObjectNode rest = json.deepCopy();
        rest.remove("file");
        return canonical(rest);
    }

    /** Returns JSON for the key of a call, in which the order of members, such as that of a Map, makes no difference. */
    static String canonical(JsonNode json) {
        try {
            return CANONICAL.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns JSON in UTF-8 for the key of a call, as {@link #canonical(JsonNode)} does. */
    static String canonical(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        return parsed(text).map(RequestJson::canonical).orElse(text);
    }
}
