/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Running nodes with a shared rate limit, whose reports are read in the background. */
final class SharedRateLimitNodes implements AutoCloseable {
    private final List<Node> nodes = new ArrayList<>();

    private record Node(Process process, Map<String, Double> values) {}

    /** Figures of all nodes. */
    record Figures(double calls, double roundTrips, double cpuMillis) {
        Figures since(Figures earlier) {
            return new Figures(calls - earlier.calls, roundTrips - earlier.roundTrips, cpuMillis - earlier.cpuMillis);
        }
    }

    void start(BenchmarkEnvironment environment, String store, double limit, int rate) throws IOException {
        Process process = ChildJvm.withHeap(128)
                .with("-XX:+UseSerialGC")
                .start(environment, SharedRateLimitNode.class, store, Double.toString(limit), Integer.toString(rate));
        Map<String, Double> values = new ConcurrentHashMap<>();
        Thread reader = new Thread(() -> read(process, values), "output of a node");
        reader.setDaemon(true);
        reader.start();
        nodes.add(new Node(process, values));
    }

    private static void read(Process process, Map<String, Double> values) {
        try (BufferedReader out = process.inputReader()) {
            out.lines().forEach(line -> Report.parse(line, values));
        } catch (IOException | UncheckedIOException e) {
            values.put("killed", 1.0);
        }
    }

    /** Waits until each node makes calls. */
    void awaitCalls() throws InterruptedException {
        for (Node node : nodes) {
            while (node.values.getOrDefault("calls", 0.0) < 5) {
                if (!node.process.isAlive()) {
                    throw new IllegalStateException("a node has exited with code " + node.process.exitValue());
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** Kills the first node as {@code kill -9} does. */
    void killOne() {
        nodes.get(0).process.destroyForcibly();
    }

    Figures figures() {
        return new Figures(sum("calls"), sum("roundTrips"), sum("cpuMillis"));
    }

    private double sum(String name) {
        return nodes.stream()
                .mapToDouble(node -> node.values.getOrDefault(name, 0.0))
                .sum();
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.process.destroyForcibly());
    }
}
