/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/**
 * What a stub does with a call or with a callback.
 *
 * @param kind the response or fault
 * @param code the code of a response, or the HTTP status of a page
 * @param text the message of a refusal, or the media type of a response
 * @param responder creates the payload; null for the default responder
 */
record Action(Kind kind, int code, String text, Responder responder) {
    static final Action NONE = of(Kind.NONE);
    static final Action RESPOND = of(Kind.RESPOND);

    /** Responses and faults with their outcome in the log of calls; an empty outcome is the code. */
    enum Kind {
        /** A delay only. */
        NONE(""),
        REFUSE(""),
        PAGE("http-"),
        DISCONNECT("disconnected"),
        DISCONNECT_AFTER_REQUEST("disconnected"),
        /** From here on, the call is processed and billed. */
        RESPOND(""),
        CONTENT_TYPE("content-type"),
        TRUNCATE("truncated"),
        GARBAGE("garbage"),
        DISCONNECT_BEFORE_RESPONSE("disconnected"),
        DISCONNECT_DURING_RESPONSE("disconnected-during-response"),
        /** From here on, faults of callbacks. */
        LOSE(""),
        DUPLICATE(""),
        DUPLICATE_CONCURRENTLY(""),
        REORDER(""),
        FORGE("");

        final String outcome;

        Kind(String outcome) {
            this.outcome = outcome;
        }
    }

    boolean isSet() {
        return kind != Kind.NONE;
    }

    static Action of(Kind kind) {
        return new Action(kind, 200, "application/json", null);
    }

    static Action respond(int code, Responder responder) {
        return new Action(Kind.RESPOND, code, RESPOND.text(), responder);
    }
}
