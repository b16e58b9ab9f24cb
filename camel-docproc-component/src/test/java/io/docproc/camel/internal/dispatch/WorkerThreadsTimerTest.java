/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.TestContexts;
import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultThreadPoolFactory;
import org.junit.jupiter.api.Test;

class WorkerThreadsTimerTest {
    private ScheduledThreadPoolExecutor timer;

    @Test
    void longDeadlineIsNotTheFirstTaskOfTheTimer() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            context.getExecutorServiceManager().setThreadPoolFactory(new DefaultThreadPoolFactory() {
                @Override
                public ScheduledExecutorService newScheduledThreadPool(
                        ThreadPoolProfile profile, ThreadFactory threads) {
                    timer = new ScheduledThreadPoolExecutor(1, threads);
                    return timer;
                }
            });
            WorkerThreads threads = new WorkerThreads(context, this);

            threads.schedule(() -> {}, Duration.ofHours(1));

            await().until(() ->
                    timer.getQueue().peek() instanceof Delayed first && first.getDelay(TimeUnit.SECONDS) < 60);
            timer.shutdownNow();
        }
    }
}
