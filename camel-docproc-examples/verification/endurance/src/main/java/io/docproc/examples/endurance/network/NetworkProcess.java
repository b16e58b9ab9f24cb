/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import io.docproc.examples.support.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A {@link FaultyNetwork} in a process of its own. */
public final class NetworkProcess implements AutoCloseable {
    private static final int HEAP = 128;

    private final Process process;
    private final PrintWriter states;
    private final BufferedReader said;
    private final Ports ports;

    /**
     * Where it listens.
     *
     * @param plain leads to the service
     * @param tls leads to the service, with TLS
     * @param nonAccepting accepts no connection
     */
    public record Ports(int plain, int tls, int nonAccepting) {}

    /**
     * Counts of malformed requests.
     *
     * @param accepted requests that received a success status
     */
    public record Refusals(long sent, long accepted) {}

    private NetworkProcess(Process process) throws IOException {
        this.process = process;
        this.states = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.said = process.inputReader(StandardCharsets.UTF_8);
        String[] words = numbers(String.valueOf(said.readLine()));
        this.ports = new Ports(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }

    /**
     * Starts it.
     *
     * @param service address of the service
     * @param stallMillis duration of a stall, longer than the timeout of a caller
     * @param signed an address for callbacks whose signature is right
     */
    public static NetworkProcess start(URI service, int stallMillis, Certificates certificates, URI signed)
            throws IOException {
        Process process = new JavaProgram(
                        FaultyNetwork.class,
                        List.of(
                                String.valueOf(service.getPort()),
                                String.valueOf(stallMillis),
                                certificates.folder().toString(),
                                signed.toString()),
                        Map.of(),
                        Map.of())
                .process(HEAP)
                .start();
        try {
            return new NetworkProcess(process);
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String[] numbers(String said) throws IOException {
        if (!said.matches("[0-9 ]+")) {
            throw new IOException("the network says: " + said);
        }
        return said.split(" ");
    }

    /** Where it listens. */
    public Ports ports() {
        return ports;
    }

    /**
     * Replaces its faults.
     *
     * @throws IOException if it is no more
     */
    public void set(NetworkState state) throws IOException {
        states.println(state.line());
        if (states.checkError()) {
            throw new IOException(
                    "the network has ended: " + said.lines().collect(Collectors.joining(System.lineSeparator())));
        }
    }

    /**
     * Ends it.
     *
     * @throws IOException if something went wrong in it that is none of its faults
     */
    public Refusals end() throws IOException {
        states.close();
        String[] words = numbers(said.lines().collect(Collectors.joining(System.lineSeparator())));
        return new Refusals(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
