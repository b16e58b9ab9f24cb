/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.http.Envelope;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What becomes of a message after a call that succeeded.
 *
 * @param body the new body
 * @param facts what routes branch on, to be set as headers; empty where the answer does not say, so that a header of an
 *     earlier call goes
 */
public record Outcome(Object body, Map<Fact, Optional<?>> facts) {

    /** What an answer says beside its payload. */
    public enum Fact {
        REQUEST_ID("RequestId"),
        CODE("Code"),
        MESSAGE("Message"),
        VERSION("Version"),
        DURATION("Duration"),
        POSITION("Position"),
        ANGLE("Angle"),
        CROPPED_WIDTH("CroppedWidth"),
        CROPPED_HEIGHT("CroppedHeight"),
        ORIGIN_WIDTH("OriginWidth"),
        ORIGIN_HEIGHT("OriginHeight"),
        SUCCESS_COUNT("SuccessCount"),
        JOB_ID("JobId"),
        STATUS("Status"),
        RESULT_URL("ResultUrl"),
        CORRELATION_ID("CorrelationId");

        private final String headerName;

        Fact(String name) {
            this.headerName = "CamelDocproc" + name;
        }

        /** The message header that carries the fact. */
        public String headerName() {
            return headerName;
        }
    }

    /** An outcome with the facts of the envelope. */
    static Outcome of(Object body, Envelope envelope) {
        Map<Fact, Optional<?>> facts = new EnumMap<>(Fact.class);
        facts.put(Fact.CODE, Optional.of(envelope.code()));
        facts.put(Fact.MESSAGE, Optional.of(envelope.message()));
        facts.put(Fact.REQUEST_ID, text(envelope.requestId()));
        facts.put(Fact.VERSION, text(envelope.version()));
        facts.put(Fact.DURATION, envelope.duration());
        return new Outcome(body, facts);
    }

    /** The same outcome with one more fact. */
    Outcome with(Fact fact, Object value) {
        return with(fact, Optional.of(value));
    }

    /** The same outcome with one more fact, which the answer may not tell. */
    Outcome with(Fact fact, Optional<?> value) {
        Map<Fact, Optional<?>> more = new EnumMap<>(facts);
        more.put(fact, value);
        return new Outcome(body, more);
    }

    private static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
