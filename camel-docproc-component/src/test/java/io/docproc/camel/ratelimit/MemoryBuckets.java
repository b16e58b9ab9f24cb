/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.proxy.ClientSideConfig;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AbstractCompareAndSwapBasedProxyManager;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.AsyncCompareAndSwapOperation;
import io.github.bucket4j.distributed.proxy.generic.compare_and_swap.CompareAndSwapOperation;
import io.github.bucket4j.distributed.remote.RemoteBucketState;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Store of buckets in memory, whose requests take time and may fail. */
public final class MemoryBuckets extends AbstractCompareAndSwapBasedProxyManager<String> {
    private final Map<String, byte[]> states = new ConcurrentHashMap<>();
    private final Runnable request;

    /** @param request runs at each request to the store */
    public MemoryBuckets(TimeMeter clock, Runnable request) {
        super(ClientSideConfig.getDefault().withClientClock(clock));
        this.request = request;
    }

    @Override
    protected CompareAndSwapOperation beginCompareAndSwapOperation(String key) {
        return new CompareAndSwapOperation() {
            @Override
            public Optional<byte[]> getStateData(Optional<Long> timeoutNanos) {
                request.run();
                return Optional.ofNullable(states.get(key));
            }

            @Override
            public boolean compareAndSwap(
                    byte[] originalData, byte[] newData, RemoteBucketState newState, Optional<Long> timeoutNanos) {
                request.run();
                boolean unchanged = Arrays.equals(states.get(key), originalData);
                if (unchanged) {
                    states.put(key, newData);
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
