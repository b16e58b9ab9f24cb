/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.util.Locale;

/**
 * What the network between the caller and the service does for a time.
 *
 * @param direction of the bytes that it happens to
 * @param every which of the pieces that pass in this direction is struck, 1 for each
 */
public record WireFault(Kind kind, Direction direction, int every) {
    /** Nothing happens. */
    public static final WireFault NONE = new WireFault(Kind.NONE, Direction.ANSWER, 1);

    /** What happens. */
    public enum Kind {
        /** All passes. */
        NONE,
        /** Half of the piece passes, then the connection is reset. */
        RESET,
        /** Half of the piece passes, then the connection is closed. */
        CLOSE,
        /** Half of the piece passes, then nothing for longer than a caller waits, then the connection is reset. */
        STALL,
        /** The piece passes byte by byte, and takes longer than a caller waits for an answer to begin. */
        DRIP,
        /** Something else comes in place of an answer. */
        FOREIGN,
        /** Connections are reset, and nobody listens on the port until this is over. */
        AWAY
    }

    /** Which way bytes go. */
    public enum Direction {
        /** To the service. */
        UPLOAD,
        /** From the service. */
        ANSWER
    }

    /** The same as three words. */
    String words() {
        return kind + " " + direction + " " + every;
    }

    /** Reads {@link #words}. */
    static WireFault of(String kind, String direction, String every) {
        return new WireFault(Kind.valueOf(kind), Direction.valueOf(direction), Integer.parseInt(every));
    }

    /** Its name for people, such as {@code stall in the answer}; empty for none. */
    public String name() {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return switch (kind) {
            case NONE -> "";
            case FOREIGN -> "foreign answer";
            case AWAY -> "service away";
            default -> word + " in the " + direction.name().toLowerCase(Locale.ROOT);
        };
    }
}
