/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultThreadPoolFactory;

/** Thread pool factory that records periodic tasks instead of scheduling them, so that a test can run them. */
final class RecordingThreadPoolFactory extends DefaultThreadPoolFactory {
    final List<Long> intervals = new ArrayList<>();
    final List<Runnable> tasks = new ArrayList<>();
    final List<ScheduledFuture<?>> futures = new ArrayList<>();
    final List<ScheduledExecutorService> schedulers = new ArrayList<>();

    @Override
    public ScheduledExecutorService newScheduledThreadPool(ThreadPoolProfile profile, ThreadFactory threads) {
        ScheduledExecutorService scheduler = new ScheduledThreadPoolExecutor(1, threads) {
            @Override
            public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) {
                assertThat(first).isEqualTo(delay);
                intervals.add(unit.toMillis(delay));
                tasks.add(task);
                ScheduledFuture<?> future = super.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS);
                futures.add(future);
                return future;
            }
        };
        schedulers.add(scheduler);
        return scheduler;
    }
}
