/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** Tests when the growth of the temporary files requests a garbage collection. */
final class DiskUsageTest extends SpoolFixture {
    @Test
    void growthRequestsOneCollectionPerInterval() throws IOException {
        AtomicLong nanoTime = new AtomicLong();
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(1800, requests::incrementAndGet, nanoTime::get);
        context.getCamelContextExtension().addContextPlugin(TempFiles.class, new TempFiles(usage));
        List<SpoolingOutputStream> kept = new ArrayList<>(List.of(spooled(600), spooled(600), spooled(600)));
        assertThat(usage.used()).isEqualTo(1800);
        assertThat(requests).as("1,200 bytes before the third file").hasValue(0);

        kept.add(spooled(600));
        assertThat(requests).hasValue(1);
        kept.addAll(List.of(spooled(1800), spooled(600), spooled(600)));
        assertThat(requests).as("not before the interval has elapsed").hasValue(1);

        nanoTime.addAndGet(DiskUsage.INTERVAL.toNanos());
        kept.add(spooled(600));
        assertThat(requests)
                .as("3,600 bytes more than after the last collection")
                .hasValue(2);

        kept.forEach(SpoolingOutputStream::discard);
        assertThat(usage.used()).isZero();
        nanoTime.addAndGet(DiskUsage.INTERVAL.toNanos());
        spooled(600).discard();
        assertThat(requests).as("nothing remained").hasValue(2);
    }

    @Test
    void manySmallFilesRequestCollection() {
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(DiskUsage.MAX_GROWTH, requests::incrementAndGet, () -> 0);
        for (int file = 1; file < DiskUsage.MAX_FILES; file++) {
            usage.newFile().grow(300);
        }
        usage.requestCollectionIfNeeded(1L << 40);
        assertThat(requests).hasValue(0);

        DiskUsage.File last = usage.newFile();
        usage.requestCollectionIfNeeded(1L << 40);
        assertThat(requests).hasValue(1);
        last.release();
    }

    @Test
    void lowDiskSpaceShortensCollectionInterval() {
        AtomicLong nanoTime = new AtomicLong();
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(1L << 40, requests::incrementAndGet, nanoTime::get);
        usage.newFile().grow(10 << 20);

        usage.requestCollectionIfNeeded(0);
        usage.requestCollectionIfNeeded(21 << 20);
        assertThat(requests).hasValue(0);
        usage.requestCollectionIfNeeded(20 << 20);
        assertThat(requests).hasValue(1);

        usage.newFile().grow(5 << 20);
        usage.requestCollectionIfNeeded(10 << 20);
        assertThat(requests).as("not before the interval has elapsed").hasValue(1);
        nanoTime.addAndGet(DiskUsage.SHORT_INTERVAL.toNanos());
        usage.requestCollectionIfNeeded(10 << 20);
        assertThat(requests).hasValue(2);
    }

    @Test
    void collectionRunsOnThreadOfContext() throws IOException {
        List<String> threads = new CopyOnWriteArrayList<>();
        context.getExecutorServiceManager().addThreadFactoryListener((source, factory) -> task -> {
            Thread thread = factory.newThread(task);
            threads.add(thread.getName());
            return thread;
        });
        TempFiles files = TempFiles.of(context);
        SharedTempFile large = files.create(context.getStreamCachingStrategy());
        large.written((int) DiskUsage.MAX_GROWTH);
        assertThat(threads).isEmpty();

        SharedTempFile next = files.create(context.getStreamCachingStrategy());

        assertThat(threads).singleElement(InstanceOfAssertFactories.STRING).contains("DocprocTempFiles");
        large.delete();
        next.delete();
    }

    @Test
    void filesOfContextAreCountedTogether() {
        assertThat(TempFiles.of(context)).isSameAs(TempFiles.of(context));
        assertThat(TempFiles.of(context)).isNotSameAs(TempFiles.of(TestContexts.create()));
    }
}
