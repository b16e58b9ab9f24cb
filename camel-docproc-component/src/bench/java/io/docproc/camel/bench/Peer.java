/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Implementation that is measured, with the title of its column. */
enum Peer {
    /** The component. */
    DOCPROC("docproc"),
    /** The least work: plain sockets, or bare JDBC. */
    LIMIT("practical limit (a)"),
    /** The JDK's client with Jackson, without Camel. */
    JDK("JDK client (b)"),
    /** A hand-written route. */
    ROUTE("camel-http (c)"),
    /** Another build of the component. */
    BASELINE("baseline (d)");

    /** Jar of the other build; empty without one. */
    static final String BASELINE_PATH = System.getProperty("bench.baseline", "");

    final String title;

    Peer(String title) {
        this.title = title;
    }

    /** Returns the peers of this run. */
    static List<Peer> all() {
        return Stream.of(values())
                .filter(peer -> peer != BASELINE || !BASELINE_PATH.isEmpty())
                .toList();
    }

    boolean isDocproc() {
        return this == DOCPROC || this == BASELINE;
    }

    /** Returns the letter in the title, such as {@code (a)}. */
    String letter() {
        return title.substring(title.indexOf('('));
    }

    static <T> Map<Peer, T> map() {
        return new EnumMap<>(Peer.class);
    }
}
