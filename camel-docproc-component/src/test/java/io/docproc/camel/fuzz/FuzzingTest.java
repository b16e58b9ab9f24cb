/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.sun.management.ThreadMXBean;
import io.docproc.camel.testkit.Matrix;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Verifies that {@link Fuzzing} fails inputs above its limits. */
class FuzzingTest {
    private static final AtomicInteger TRIES = new AtomicInteger();

    @AddLifecycleHook(Fuzzing.class)
    static class Cheap {
        @Property
        void costsNothing(@ForAll int any) {
            TRIES.incrementAndGet();
        }
    }

    @AddLifecycleHook(Fuzzing.class)
    static class Large {
        @Property
        void allocates(@ForAll int any) {
            assertThat(new byte[7 * 1024 * 1024]).hasSizeGreaterThan(any % 2);
        }
    }

    @AddLifecycleHook(Fuzzing.class)
    static class Slow {
        @Property(shrinking = ShrinkingMode.OFF)
        void spendsTime(@ForAll int any) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long until = threads.getCurrentThreadCpuTime() + (TRIES.incrementAndGet() > 20 ? 1_100_000_000L : 0);
            while (threads.getCurrentThreadCpuTime() < until) {
                Thread.onSpinWait();
            }
        }
    }

    @BeforeEach
    void start() {
        TRIES.set(0);
    }

    /** Returns the message of the failure, if any. */
    private static Optional<String> failure(Class<?> properties) {
        SummaryGeneratingListener result = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(properties))
                                .build(),
                        result);
        assertThat(result.getSummary().getTestsStartedCount()).isEqualTo(1);
        return result.getSummary().getFailures().stream()
                .map(failed -> failed.getException().getMessage())
                .findAny();
    }

    @Test
    void theConfiguredNumberOfInputsIsTried() {
        assertThat(failure(Cheap.class)).isEmpty();

        assertThat(TRIES).hasValue(Integer.getInteger("fuzz.tries", Matrix.isFull() ? 2_000 : 300));
    }

    @Test
    void anInputThatAllocatesTooMuchFails() {
        assertThat(failure(Large.class)).hasValueSatisfying(message -> assertThat(message)
                .containsPattern("It took \\d+ ms and 7\\d{6} bytes"));
    }

    @Test
    void anInputThatTakesTooLongFails() {
        assertThat(failure(Slow.class)).hasValueSatisfying(message -> assertThat(message)
                .containsPattern("It took 1\\d{3} ms and \\d+ bytes"));
    }
}
