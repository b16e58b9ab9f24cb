/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.util.Locale;

/**
 * Fault of the network between the caller and the service.
 *
 * @param direction of the affected bytes
 * @param every number of pieces in this direction of which one is affected; 1 for each piece
 */
public record WireFault(Kind kind, Direction direction, int every) {
    /** No fault. */
    public static final WireFault NONE = new WireFault(Kind.NONE, Direction.RESPONSE, 1);

    /** Kind of the fault. */
    public enum Kind {
        /** All pieces pass. */
        NONE,
        /** Half of the piece passes, then the connection is reset. */
        RESET,
        /** Half of the piece passes, then the connection is closed. */
        CLOSE,
        /** Half of the piece passes, then no byte until the caller times out, then the connection is reset. */
        STALL,
        /** The piece passes byte by byte, and takes longer than the response timeout of the caller. */
        DRIP,
        /** The caller receives the response of another server. */
        FOREIGN,
        /** Connections are reset, and the port is closed until the fault ends. */
        AWAY
    }

    /** Direction of bytes. */
    public enum Direction {
        /** To the service. */
        UPLOAD,
        /** From the service. */
        RESPONSE
    }

    /** Returns the fault as three words. */
    String words() {
        return kind + " " + direction + " " + every;
    }

    /** Reads {@link #words}. */
    static WireFault of(String kind, String direction, String every) {
        return new WireFault(Kind.valueOf(kind), Direction.valueOf(direction), Integer.parseInt(every));
    }

    /** Returns a name for reports, such as {@code stall in the response}; empty for no fault. */
    public String name() {
        String word = kind.name().toLowerCase(Locale.ROOT);
        return switch (kind) {
            case NONE -> "";
            case FOREIGN -> "foreign response";
            case AWAY -> "service away";
            default -> word + " in the " + direction.name().toLowerCase(Locale.ROOT);
        };
    }
}
