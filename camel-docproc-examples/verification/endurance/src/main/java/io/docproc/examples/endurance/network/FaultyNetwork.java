/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A network with faults, which stands between an application and the service. It runs in a process of its own, so that its
 * connections are not taken for those of the application. The end of its input ends it.
 */
public final class FaultyNetwork {
    private final TlsHandshake tlsHandshake;
    private final Relay plain;
    private final Relay tls;
    private final MalformedRequests malformedRequests;

    private FaultyNetwork(int servicePort, int stallMillis, Certificates certificates, URI signed) throws Exception {
        tlsHandshake = new TlsHandshake(certificates);
        plain = new Relay(servicePort, stallMillis, wire -> wire);
        tls = new Relay(servicePort, stallMillis, tlsHandshake);
        malformedRequests = new MalformedRequests(signed);
    }

    /**
     * Prints its ports, reads a network state from each line of input, and prints the counts of malformed requests
     * at the end.
     *
     * @param args the service's port, the duration of a stall in milliseconds, the folder of the certificates, and a
     *     signed
     *     address for callbacks
     */
    public static void main(String[] args) throws Exception {
        FaultyNetwork network = new FaultyNetwork(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                new Certificates(Path.of(args[2])),
                URI.create(args[3]));
        try (NonAcceptingServer nonAccepting = new NonAcceptingServer();
                BufferedReader states = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(network.plain.port() + " " + network.tls.port() + " " + nonAccepting.port());
            for (String state = states.readLine(); state != null; state = states.readLine()) {
                network.set(NetworkState.parse(state));
            }
            network.malformedRequests.close();
            System.out.println(network.malformedRequests.sent() + " " + network.malformedRequests.accepted());
        }
    }

    private void set(NetworkState state) throws IOException, InterruptedException {
        plain.set(state.wire());
        tlsHandshake.set(state.tls());
        // or the connections of the state before would be used on
        tls.cut();
        malformedRequests.set(state.malformedRequests());
    }
}
