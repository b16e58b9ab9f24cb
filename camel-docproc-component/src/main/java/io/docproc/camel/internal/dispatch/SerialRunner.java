/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks one after another, on the thread that submits the first of them. A task that submits another one does not
 * nest it, so that the stack does not grow. Thread-safe.
 */
final class SerialRunner {
    private static final Logger LOG = LoggerFactory.getLogger(SerialRunner.class);

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger pending = new AtomicInteger();

    /**
     * Runs a task immediately, or after the tasks that were submitted before. The task must not block. Its exceptions
     * are logged.
     */
    void run(Runnable task) {
        tasks.add(task);
        if (pending.getAndIncrement() > 0) {
            return;
        }
        do {
            runSafely(tasks.remove());
        } while (pending.decrementAndGet() > 0);
    }

    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A call of docproc could not be started", e);
        }
    }
}
