/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import com.sun.management.ThreadMXBean;
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
 * Tries the same inputs at each build, or with {@code -Dfuzz.tries=100000} as many new ones; and requires that none of
 * them costs more than a second of the processor and a few MB.
 */
public final class Fuzzing implements AroundPropertyHook, AroundTryHook {
    private static final String SEED = "4711";
    private static final int TRIES = 2_000;
    private static final long MOST_NANOSECONDS = 1_000_000_000;
    private static final long MOST_BYTES = 6L * 1024 * 1024;
    /** They load classes. */
    private static final int UNMEASURED = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A hook that is added to a class concerns its properties only when it says so. */
    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        Integer more = Integer.getInteger("fuzz.tries");
        context.attributes().setTries(more == null ? TRIES : more);
        if (more == null) {
            context.attributes().setSeed(SEED);
        }
        return property.execute();
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
        if (result.isSatisfied() && before >= UNMEASURED && (nanoseconds > MOST_NANOSECONDS || bytes > MOST_BYTES)) {
            return TryExecutionResult.falsified(
                    new AssertionError("It took " + nanoseconds / 1_000_000 + " ms and " + bytes + " bytes"));
        }
        return result;
    }
}
