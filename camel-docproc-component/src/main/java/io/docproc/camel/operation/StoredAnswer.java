/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.http.Answer;
import io.docproc.camel.http.Envelope;
import io.docproc.camel.http.EnvelopeScanner;
import io.docproc.camel.http.JsonAnswers;
import io.docproc.camel.http.Spool;
import io.docproc.camel.http.UnreadableJsonException;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.StreamCache;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.commons.io.input.TeeInputStream;

/**
 * An answer that was stored while it was scanned: the envelope is known, and the payload can be taken as a stream of the
 * service's own bytes or mapped to a type, without ever having been held whole.
 */
final class StoredAnswer {
    private final Spool spool;
    private final Envelope envelope;
    private final Map<String, Payload> payloads;

    private record Payload(long from, long to, Map<String, String> scalars) {}

    private StoredAnswer(Spool spool, Envelope envelope, Map<String, Payload> payloads) {
        this.spool = spool;
        this.envelope = envelope;
        this.payloads = payloads;
    }

    /**
     * Stores and scans an answer.
     *
     * @param scalars the names of scalars to keep from inside {@code data} and {@code result}
     */
    static StoredAnswer read(Answer answer, Spool spool, Set<String> scalars) throws IOException {
        Map<String, Payload> payloads = new HashMap<>();
        try (spool;
                InputStream tee = new TeeInputStream(answer.body(), spool);
                JsonParser parser = JsonAnswers.open(tee)) {
            Envelope envelope = EnvelopeScanner.scan(answer, parser, (field, payload) -> {
                long from = payload.currentTokenLocation().getByteOffset();
                Map<String, String> found = EnvelopeScanner.scalars(payload, scalars);
                payloads.put(field, new Payload(from, payload.currentLocation().getByteOffset(), found));
            });
            StoredAnswer stored = new StoredAnswer(spool, envelope, payloads);
            return new StoredAnswer(
                    spool,
                    envelope.withDetail(stored.scalar("data", "message").map(answer.redaction()::apply)),
                    payloads);
        }
    }

    /** What the answer carries beside its payload. */
    Envelope envelope() {
        return envelope;
    }

    /** A scalar from inside a payload field, as text. */
    Optional<String> scalar(String field, String name) {
        return Optional.ofNullable(payloads.get(field)).map(payload -> payload.scalars.get(name));
    }

    /** The whole answer. */
    StreamCache whole() {
        return spool.content();
    }

    /** A payload field's JSON, byte for byte; empty when the answer does not have it. */
    Optional<StreamCache> payload(String field) {
        return Optional.ofNullable(payloads.get(field)).map(payload -> spool.slice(payload.from, payload.to));
    }

    /**
     * Maps the whole answer to a type.
     *
     * @throws DocprocInvalidResponseException when the answer does not have the type's shape
     */
    <T> T as(Class<T> type) {
        return mapped(whole(), type);
    }

    /** Maps a payload field to a type; a missing field maps as an empty object. */
    <T> T payloadAs(String field, Class<T> type) {
        return mapped(
                payload(field).orElseGet(() -> new InputStreamCache("{}".getBytes(StandardCharsets.UTF_8))), type);
    }

    /** What was mapped is no longer needed as it was stored. */
    private <T> T mapped(StreamCache json, Class<T> type) {
        try (InputStream in = (InputStream) json) {
            return JsonAnswers.read(in, ModelJson.mapper(), type);
        } catch (JsonProcessingException otherShape) {
            throw unusable(UnreadableJsonException.of(otherShape));
        } catch (IOException unreadable) {
            throw unusable(unreadable);
        } finally {
            spool.discard();
        }
    }

    private DocprocInvalidResponseException unusable(IOException cause) {
        String reason = "the answer does not have the shape of the service's: " + cause.getMessage();
        return new DocprocInvalidResponseException(envelope.failure().withMessage(reason), "", cause);
    }
}
