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
    private final TlsFront tlsFront;
    private final Relay plain;
    private final Relay tls;
    private final Garbage garbage;

    private FaultyNetwork(int servicePort, int patienceMillis, Certificates certificates, URI signed) throws Exception {
        tlsFront = new TlsFront(certificates);
        plain = new Relay(servicePort, patienceMillis, wire -> wire);
        tls = new Relay(servicePort, patienceMillis, tlsFront);
        garbage = new Garbage(signed);
    }

    /**
     * Says its ports, takes a state in each line, and says in the end what became of the garbage.
     *
     * @param args the service's port, the milliseconds that a caller waits, the folder of the certificates, and a signed
     *     address for callbacks
     */
    public static void main(String[] args) throws Exception {
        FaultyNetwork network = new FaultyNetwork(
                Integer.parseInt(args[0]),
                Integer.parseInt(args[1]),
                new Certificates(Path.of(args[2])),
                URI.create(args[3]));
        try (Deaf deaf = new Deaf();
                BufferedReader states = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(network.plain.port() + " " + network.tls.port() + " " + deaf.port());
            for (String state = states.readLine(); state != null; state = states.readLine()) {
                network.set(NetworkState.parse(state));
            }
            network.garbage.close();
            System.out.println(network.garbage.sent() + " " + network.garbage.accepted());
        }
    }

    private void set(NetworkState state) throws IOException, InterruptedException {
        plain.set(state.wire());
        tlsFront.set(state.tls());
        // or the connections of the state before would be used on
        tls.cut();
        garbage.set(state.garbage());
    }
}
