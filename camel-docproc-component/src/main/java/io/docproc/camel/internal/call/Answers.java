/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.UnansweredCalls;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Answers of this process whose message has failed, and numbers of unanswered calls. The same call returns the answer, so
 * that a document that is read again is not billed again. Bounded in time, number and bytes; the oldest entries are removed
 * first. Thread-safe.
 */
public final class Answers {
    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration COUNTED = Duration.ofDays(7);
    private static final long MAX_BYTES = 1024L * 1024 * 1024;
    private static final int MAX_ANSWERS = 10_000;
    private static final int MAX_COUNTS = 100_000;

    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ResultKey, Kept> kept = new LinkedHashMap<>();
    /** Answers of parts of messages that may still fail, by what holds them. The same call does not return them. */
    private final Map<Object, Held> held = new LinkedHashMap<>();

    private final Map<ResultKey, Count> counts = new LinkedHashMap<>();
    /** The number of entries for documents of each length. */
    private final Map<Long, Integer> lengths = new HashMap<>();

    private long bytes;

    private record Kept(Object answer, long length, long bytes, Instant at) {}

    private record Held(ResultKey key, Kept kept) {}

    private record Count(UnansweredCalls calls, long length) {}

    /** Creates an empty store. */
    public Answers(Clock clock) {
        this.clock = clock;
    }

    /** Returns whether there is an entry for a document of this length; -1 if the length is unknown. */
    boolean mayContain(long length) {
        lock.lock();
        try {
            return length < 0 ? !lengths.isEmpty() : lengths.containsKey(length) || lengths.containsKey(-1L);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the answer of an earlier call, if it has this type. */
    <T> Optional<T> find(ResultKey key, Class<T> type) {
        lock.lock();
        try {
            removeOld();
            Kept found = kept.get(key);
            return found != null && type.isInstance(found.answer)
                    ? Optional.of(type.cast(found.answer))
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Holds an answer until {@link #confirm} or {@link #release}.
     *
     * @param holder identifies the answer
     * @param length the length of the document; -1 if it is unknown
     * @param size the number of bytes that the answer occupies in memory and on disk
     */
    void hold(Object holder, ResultKey key, Object answer, long length, long size) {
        lock.lock();
        try {
            held.put(holder, new Held(key, new Kept(answer, length, size, clock.instant())));
            bytes += size;
            removeOld();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a held answer, because the message has failed. */
    void confirm(Object holder) {
        lock.lock();
        try {
            Held confirmed = held.remove(holder);
            if (confirmed != null) {
                removeKept(confirmed.key);
                kept.put(confirmed.key, confirmed.kept);
                lengths.merge(confirmed.kept.length, 1, Integer::sum);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a held answer. */
    void release(Object holder) {
        lock.lock();
        try {
            Held released = held.remove(holder);
            bytes -= released == null ? 0 : released.kept.bytes;
        } finally {
            lock.unlock();
        }
    }

    /** Removes the answer of a call. */
    void remove(ResultKey key) {
        lock.lock();
        try {
            removeKept(key);
        } finally {
            lock.unlock();
        }
    }

    /** Returns how often the call was sent without an answer. */
    Optional<UnansweredCalls> unanswered(ResultKey key) {
        lock.lock();
        try {
            removeOld();
            return Optional.ofNullable(counts.get(key)).map(Count::calls);
        } finally {
            lock.unlock();
        }
    }

    /** Counts a call that was sent and has no complete answer. */
    void count(ResultKey key, long length) {
        lock.lock();
        try {
            Instant now = clock.instant();
            Count before = counts.remove(key);
            UnansweredCalls calls = before == null
                    ? new UnansweredCalls(1, now, now)
                    : new UnansweredCalls(before.calls.count() + 1, before.calls.since(), now);
            counts.put(key, new Count(calls, length));
            if (before == null) {
                lengths.merge(length, 1, Integer::sum);
            }
            removeOld();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the count of a call. */
    void answered(ResultKey key) {
        lock.lock();
        try {
            Count count = counts.remove(key);
            if (count != null) {
                release(count.length);
            }
        } finally {
            lock.unlock();
        }
    }

    private void removeOld() {
        Instant now = clock.instant();
        Iterator<Held> parts = held.values().iterator();
        boolean old = true;
        while (old && parts.hasNext()) {
            Kept first = parts.next().kept;
            old = isTooOld(first, now);
            if (old) {
                parts.remove();
                bytes -= first.bytes;
            }
        }
        Iterator<Map.Entry<ResultKey, Kept>> answers = kept.entrySet().iterator();
        old = true;
        while (old && answers.hasNext()) {
            Kept first = answers.next().getValue();
            old = isTooOld(first, now);
            if (old) {
                answers.remove();
                bytes -= first.bytes;
                release(first.length);
            }
        }
        Iterator<Map.Entry<ResultKey, Count>> numbers = counts.entrySet().iterator();
        old = true;
        while (old && numbers.hasNext()) {
            Count first = numbers.next().getValue();
            old = first.calls.last().plus(COUNTED).isBefore(now) || counts.size() > MAX_COUNTS;
            if (old) {
                numbers.remove();
                release(first.length);
            }
        }
    }

    private boolean isTooOld(Kept oldest, Instant now) {
        return oldest.at.plus(KEPT).isBefore(now) || kept.size() + held.size() > MAX_ANSWERS || bytes > MAX_BYTES;
    }

    private void removeKept(ResultKey key) {
        Kept before = kept.remove(key);
        if (before != null) {
            bytes -= before.bytes;
            release(before.length);
        }
    }

    private void release(long length) {
        lengths.computeIfPresent(length, (any, number) -> number == 1 ? null : number - 1);
    }
}
