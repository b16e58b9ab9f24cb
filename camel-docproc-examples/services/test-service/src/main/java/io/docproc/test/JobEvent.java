/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Instant;
import java.util.Optional;

/**
 * Event in the life of a parse job.
 *
 * @param time the time of the event
 * @param type the type of the event
 * @param detail the status of the job for {@link Type#FINISHED} and {@link Type#POLLED}, the outcome of a callback for
 *     {@link Type#CALLBACK_SENT}, {@link Type#CALLBACK_DUPLICATED} and {@link Type#CALLBACK_FORGED}; else empty
 */
public record JobEvent(Instant time, Type type, Optional<String> detail) {
    /** Types of events. */
    public enum Type {
        /** The job was created. */
        SUBMITTED,
        /** The response with the job id was sent. */
        STARTED,
        /** The job was completed or failed. */
        FINISHED,
        /** A client requested the status. */
        POLLED,
        /** A client downloaded the result. */
        FETCHED,
        /** The callback was sent, and its response received. */
        CALLBACK_SENT,
        /** A fault sent the callback again. */
        CALLBACK_DUPLICATED,
        /** A fault sent a forged callback. */
        CALLBACK_FORGED,
        /** A fault discarded the callback. */
        CALLBACK_LOST,
        /** A fault delayed the callback until the one of the next job. */
        CALLBACK_HELD_BACK
    }
}
