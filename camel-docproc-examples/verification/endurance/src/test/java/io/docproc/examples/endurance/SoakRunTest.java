/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The short form of {@link SoakMain}: long enough to check the figures, too short to detect a leak. */
@Isolated("ends the youngest child process, and counts the threads of Camel")
class SoakRunTest {
    private static final SoakRun.Plan PLAN = new SoakRun.Plan(
            Duration.ofSeconds(6), Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofSeconds(1), 1_000, 7);

    @TempDir
    private Path home;

    @Test
    void underFaultsOfAllKindsEveryExchangeEndsOnceEveryJobIsProcessedOnceAndNothingIsKept() throws Exception {
        List<String> said = new ArrayList<>();
        List<String> rows = new ArrayList<>();

        SoakReport report = new SoakRun(PLAN, home, said::add, rows::add).run();

        report.print(said::add);
        assertThat(report.problems()).as("%s", said).isEmpty();
        assertThat(report.statistics().ended())
                .isGreaterThan(report.statistics().failed())
                .isPositive();
        assertThat(report.statistics().failed()).isPositive();
        assertThat(report.statistics().table()).hasSize(17).last().asString().startsWith("all");
        assertThat(report.samples()).isNotEmpty();
        assertThat(rows).hasSize(1 + report.samples().size());
    }

    @Test
    void aNetworkThatDiesEndsTheRunWithThatErrorAndTheApplicationStops() {
        Set<Thread> others = applicationThreads();
        Set<ProcessHandle> otherProcesses = ProcessHandle.current().children().collect(Collectors.toSet());
        AtomicBoolean running = new AtomicBoolean();
        Consumer<String> killing = line -> {
            if (line.contains(" calls, ")) {
                running.set(!newThreads(others).isEmpty());
                // the network is started after the service
                ProcessHandle network = ProcessHandle.current()
                        .children()
                        .filter(child -> !otherProcesses.contains(child))
                        .max(Comparator.comparing(
                                child -> child.info().startInstant().orElseThrow()))
                        .orElseThrow();
                network.destroyForcibly();
                network.onExit().join();
            }
        };

        assertThatThrownBy(() -> new SoakRun(PLAN, home, killing, row -> {}).run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the network has ended");
        assertThat(running).as("the application ran").isTrue();
        await().untilAsserted(() -> assertThat(newThreads(others)).isEmpty());
    }

    private static Set<Thread> newThreads(Set<Thread> others) {
        Set<Thread> threads = applicationThreads();
        threads.removeAll(others);
        return threads;
    }

    /** Camel names them after itself. */
    private static Set<Thread> applicationThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("Camel ("))
                .collect(Collectors.toSet());
    }
}
