/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Store of buckets in memory, which can fail and counts its requests. */
final class MemoryBuckets extends AbstractCompareAndSwapBasedProxyManager<String> {
    private final Map<String, byte[]> states = new ConcurrentHashMap<>();
    private final Deque<Runnable> afterReads = new ArrayDeque<>();
    private final Deque<Runnable> afterWrites = new ArrayDeque<>();
    private final StoreTime clock;
    private boolean failing;
    private boolean failingToWrite;
    private int requests;

    MemoryBuckets(TimeMeter clock) {
        this(new StoreTime(clock));
    }

    private MemoryBuckets(StoreTime clock) {
        super(ClientSideConfig.getDefault().withClientClock(clock));
        this.clock = clock;
    }

    /** Clock of the store. */
    private static final class StoreTime implements TimeMeter {
        private final TimeMeter time;
        private long ahead;

        StoreTime(TimeMeter time) {
            this.time = time;
        }

        @Override
        public long currentTimeNanos() {
            return time.currentTimeNanos() + ahead;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    /** Sets the clock of the store forward. */
    void setClockForward(Duration difference) {
        clock.ahead += difference.toNanos();
    }

    /** Lets the store fail, or work again. */
    void fail(boolean fails) {
        failing = fails;
    }

    /** Lets the store fail to write, for example because its disk is full. */
    void failToWrite() {
        failingToWrite = true;
    }

    /** Runs an event between the next read and what follows it. */
    void afterNextRead(Runnable event) {
        afterReads.add(event);
    }

    /** Runs an event between the next write and what follows it. */
    void afterNextWrite(Runnable event) {
        afterWrites.add(event);
    }

    int requests() {
        return requests;
    }

    private void request() {
        requests++;
        if (failing) {
            throw new IllegalStateException("connection refused");
        }
    }

    @Override
    protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
        return new CompareAndSwapOperation() {
            @Override
            public Optional<byte[]> getStateData(Optional<Long> timeoutNanos) {
                request();
                Optional<byte[]> state = Optional.ofNullable(states.get(key));
                if (!afterReads.isEmpty()) {
                    afterReads.remove().run();
                }
                return state;
            }

            @Override
            public boolean compareAndSwap(
                    byte[] originalData, byte[] newData, RemoteBucketState newState, Optional<Long> timeoutNanos) {
                request();
                if (failingToWrite) {
                    throw new IllegalStateException("disk full");
                }
                boolean unchanged = Arrays.equals(states.get(key), originalData);
                if (unchanged) {
                    states.put(key, newData);
                    if (!afterWrites.isEmpty()) {
                        afterWrites.remove().run();
                    }
                }
                return unchanged;
            }
        };
    }

    @Override
    public void removeProxy(String key) {
        states.remove(key);
    }

    @Override
    public boolean isAsyncModeSupported() {
        return false;
    }

    @Override
    protected AsyncCompareAndSwapOperation beginAsyncCompareAndSwapOperation(String key) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected CompletableFuture<Void> removeAsync(String key) {
        throw new UnsupportedOperationException();
    }
}
