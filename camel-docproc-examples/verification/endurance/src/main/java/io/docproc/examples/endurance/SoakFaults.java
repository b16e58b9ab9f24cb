/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.network.Certificates;
import io.docproc.examples.endurance.network.NetworkProcess;
import io.docproc.examples.endurance.network.NetworkState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.support.jsse.SSLContextParameters;

/** Runs the local service and a faulty network in separate processes and sets their faults. */
final class SoakFaults implements AutoCloseable {
    private final ServiceProcess service;
    private final NetworkProcess network;
    private final Certificates certificates;
    private final RandomFaults choice;
    private List<String> names = List.of();

    /**
     * Starts both.
     *
     * @param home an existing folder for what they need
     * @param stallMillis duration of a stall, longer than the timeout of a caller
     * @param signed callback URL with a valid signature
     */
    SoakFaults(Path home, int stallMillis, URI signed, RandomFaults choice) throws Exception {
        this.choice = choice;
        certificates = Certificates.make(Files.createDirectory(home.resolve("certificates")));
        service = ServiceProcess.start(Files.createDirectory(home.resolve("service")));
        try {
            network = NetworkProcess.start(URI.create(service.account().baseUrl()), stallMillis, certificates, signed);
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    /** The service as callers see it, behind the network. */
    ServiceAccount account() {
        ServiceAccount itself = service.account();
        return new ServiceAccount("http://127.0.0.1:" + ports().plain(), itself.appId(), itself.secretCode());
    }

    NetworkProcess.Ports ports() {
        return network.ports();
    }

    /** Whom callers trust. */
    SSLContextParameters trust() {
        return certificates.caller();
    }

    /** Replaces the faults with random others. */
    void change() throws IOException {
        RandomFaults.Choice next = choice.next();
        service.setFaults(next.service());
        network.set(next.network());
        names = next.names();
    }

    /** No more faults. */
    void clear() throws IOException {
        service.setFaults("[]");
        network.set(NetworkState.NO_FAULTS);
        names = List.of();
    }

    /** Returns the names of the current faults. */
    String now() {
        return names.isEmpty() ? "no faults" : String.join(", ", names);
    }

    /** Ends the network and returns the faults and the results of the malformed requests. */
    List<String> end(CallStatistics statistics) {
        List<String> sentences = new ArrayList<>(List.of("faults: " + choice.sentence()));
        try {
            NetworkProcess.Refusals refusals = network.end();
            sentences.add(refusals.sent() + " invalid callbacks sent, " + refusals.accepted() + " accepted");
            if (refusals.accepted() > 0) {
                statistics.addProblem(refusals.accepted() + " invalid callbacks were accepted");
            }
        } catch (IOException e) {
            statistics.addProblem(e.getMessage());
        }
        return sentences;
    }

    @Override
    public void close() throws InterruptedException {
        network.close();
        service.close();
    }
}
