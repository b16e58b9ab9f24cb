/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import com.sun.management.ThreadMXBean;
import io.docproc.camel.testkit.Matrix;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * jqwik hook that uses the same generated inputs in each build, or the given number of new ones with
 * {@code -Dfuzz.tries=100000}. An input fails if it takes more than one second of CPU time or allocates more than 6 MB.
 */
public final class Fuzzing implements AroundPropertyHook, AroundTryHook {
    private static final String SEED = "4711";
    private static final int TRIES = 300;
    private static final int ENDURANCE_TRIES = 2_000;
    private static final long MAX_NANOSECONDS = 1_000_000_000;
    private static final long MAX_BYTES = 6L * 1024 * 1024;
    /** First tries, which are not measured because they load classes. */
    private static final int WARM_UP_TRIES = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Applies a hook of a class to its properties. */
    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        Integer configuredTries = Integer.getInteger("fuzz.tries");
        context.attributes().setTries(configuredTries == null ? defaultTries() : configuredTries);
        if (configuredTries == null) {
            context.attributes().setSeed(SEED);
        }
        return property.execute();
    }

    private static int defaultTries() {
        return Matrix.isFull() ? ENDURANCE_TRIES : TRIES;
    }

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor input, List<Object> parameters) {
        int before = Store.getOrCreate("tries", Lifespan.PROPERTY, AtomicInteger::new)
                .get()
                .getAndIncrement();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanoseconds = THREADS.getCurrentThreadCpuTime();
        TryExecutionResult result = input.execute(parameters);
        nanoseconds = THREADS.getCurrentThreadCpuTime() - nanoseconds;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (result.isSatisfied() && before >= WARM_UP_TRIES && (nanoseconds > MAX_NANOSECONDS || bytes > MAX_BYTES)) {
            return TryExecutionResult.falsified(
                    new AssertionError("It took " + nanoseconds / 1_000_000 + " ms and " + bytes + " bytes"));
        }
        return result;
    }
}
