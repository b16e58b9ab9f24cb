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
 * @param facts what routes branch on, to be set as headers
 */
public record Outcome(Object body, Map<Fact, Object> facts) {

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
        Map<Fact, Object> facts = new EnumMap<>(Fact.class);
        facts.put(Fact.CODE, envelope.code());
        facts.put(Fact.MESSAGE, envelope.message());
        putText(facts, Fact.REQUEST_ID, envelope.requestId());
        putText(facts, Fact.VERSION, envelope.version());
        envelope.duration().ifPresent(duration -> facts.put(Fact.DURATION, duration));
        return new Outcome(body, facts);
    }

    /** The same outcome with one more fact. */
    Outcome with(Fact fact, Object value) {
        Map<Fact, Object> more = new EnumMap<>(facts);
        more.put(fact, value);
        return new Outcome(body, more);
    }

    /** The same outcome with one more fact, if there is one. */
    Outcome with(Fact fact, Optional<?> value) {
        return value.isPresent() ? with(fact, value.get()) : this;
    }

    private static void putText(Map<Fact, Object> facts, Fact fact, String text) {
        if (!text.isEmpty()) {
            facts.put(fact, text);
        }
    }
}
