/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.util.List;
import java.util.stream.Stream;

/**
 * Faults of the network.
 *
 * @param wire what happens to connections with the service
 * @param tls behavior of the TLS port
 * @param malformedRequests true to send malformed requests to the callback endpoint
 */
public record NetworkState(WireFault wire, TlsState tls, boolean malformedRequests) {
    /** Nothing is. */
    public static final NetworkState NO_FAULTS = new NetworkState(WireFault.NONE, TlsState.TRUSTED, false);

    /** Returns the names of the faults. */
    public List<String> names() {
        return Stream.of(wire.name(), tls.label(), malformedRequests ? "malformed callbacks" : "")
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** The same in one line. */
    String line() {
        return wire.words() + " " + tls + " " + malformedRequests;
    }

    /** Reads a {@link #line}. */
    static NetworkState parse(String line) {
        String[] words = line.split(" ");
        return new NetworkState(
                WireFault.of(words[0], words[1], words[2]), TlsState.valueOf(words[3]), Boolean.parseBoolean(words[4]));
    }
}
