/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.UnansweredCalls;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Answers of this process whose message has failed or may still fail, and numbers of unanswered calls. The same call
 * returns the answer of a failed message, so that a document that is read again is not billed again. Bounded in time,
 * number and bytes; the oldest entries are removed first. Thread-safe.
 */
public final class Answers {
    private static final Duration KEPT = Duration.ofHours(1);
    /** Some messages never complete, such as that of an enrich whose strategy fails. */
    private static final Duration HELD = Duration.ofDays(7);

    private static final Duration COUNTED = Duration.ofDays(7);
    private static final long MAX_BYTES = 1024L * 1024 * 1024;
    private static final int MAX_ANSWERS = 10_000;
    private static final int MAX_COUNTS = 100_000;

    private final InstantSource clock;
    /** Answers of failed messages. */
    private final Map<ResultKey, Entry> kept = new LinkedHashMap<>();
    /** Answers of messages that may still fail, by what holds them. */
    private final Map<Object, Entry> held = new LinkedHashMap<>();

    private final Map<ResultKey, Entry> counts = new LinkedHashMap<>();
    private long bytes;

    /** @param value the answer or the count */
    private record Entry(ResultKey key, Object value, long length, long bytes, Instant at) {
        boolean mayBeOf(long document) {
            return document == length || document < 0 || length < 0;
        }
    }

    /** Creates an empty store. */
    public Answers(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns whether there is an entry for a document of this length; -1 if the length is unknown.
     *
     * @param failed whether the message has failed, as in {@link #find}
     */
    synchronized boolean mayContain(long length, boolean failed) {
        return Stream.of(kept, counts, failed ? held : Map.<Object, Entry>of())
                .flatMap(entries -> entries.values().stream())
                .anyMatch(entry -> entry.mayBeOf(length));
    }

    /**
     * Returns the answer of an earlier call, if it has this type.
     *
     * @param failed whether the message that makes the call has failed and is processed again, also with the answers that
     *     it holds itself
     */
    synchronized <T> Optional<T> find(ResultKey key, Class<T> type, boolean failed) {
        removeOld();
        return Stream.concat(Stream.ofNullable(kept.get(key)), failed ? held.values().stream() : Stream.empty())
                .filter(entry -> entry.key.equals(key))
                .map(Entry::value)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /**
     * Holds an answer until {@link #confirm} or {@link #release}.
     *
     * @param holder identifies the answer
     * @param length the length of the document; -1 if it is unknown
     * @param size the number of bytes that the answer occupies in memory and on disk
     * @return the number of answers that are held
     */
    synchronized int hold(Object holder, ResultKey key, Object answer, long length, long size) {
        held.put(holder, new Entry(key, answer, length, size, clock.instant()));
        bytes += size;
        removeOld();
        return held.size();
    }

    /** Keeps a held answer, because the message has failed. */
    synchronized void confirm(Object holder) {
        Entry failed = held.remove(holder);
        if (failed != null) {
            remove(failed.key);
            kept.put(failed.key, new Entry(failed.key, failed.value, failed.length, failed.bytes, clock.instant()));
        }
    }

    /** Forgets a held answer. */
    synchronized void release(Object holder) {
        subtract(held.remove(holder));
    }

    /** Removes the answer of a call. */
    synchronized void remove(ResultKey key) {
        subtract(kept.remove(key));
    }

    /** Removes the answers of a call, also those that messages hold. */
    synchronized void forget(ResultKey key) {
        remove(key);
        held.values().stream().filter(entry -> entry.key.equals(key)).toList().forEach(entry -> {
            held.values().remove(entry);
            subtract(entry);
        });
    }

    private void subtract(Entry removed) {
        bytes -= removed == null ? 0 : removed.bytes;
    }

    /** Returns how often the call was sent without an answer. */
    synchronized Optional<UnansweredCalls> unanswered(ResultKey key) {
        removeOld();
        return Optional.ofNullable(counts.get(key)).map(Entry::value).map(UnansweredCalls.class::cast);
    }

    /** Counts a call that was sent and has no complete answer. */
    synchronized void count(ResultKey key, long length) {
        Instant now = clock.instant();
        UnansweredCalls calls = unanswered(key).orElse(UnansweredCalls.NONE).next(now);
        counts.remove(key);
        counts.put(key, new Entry(key, calls, length, 0, now));
        removeOld();
    }

    /** Ends the count of a call. */
    synchronized void answered(ResultKey key) {
        counts.remove(key);
    }

    private void removeOld() {
        Instant now = clock.instant();
        removeWhile(held, first -> first.at.plus(HELD).isBefore(now) || isFull());
        removeWhile(kept, first -> first.at.plus(KEPT).isBefore(now) || isFull());
        removeWhile(counts, first -> first.at.plus(COUNTED).isBefore(now) || counts.size() > MAX_COUNTS);
    }

    private boolean isFull() {
        return kept.size() + held.size() > MAX_ANSWERS || bytes > MAX_BYTES;
    }

    private void removeWhile(Map<?, Entry> entries, Predicate<Entry> isOld) {
        Iterator<Entry> first = entries.values().iterator();
        while (first.hasNext()) {
            Entry entry = first.next();
            if (!isOld.test(entry)) {
                return;
            }
            first.remove();
            subtract(entry);
        }
    }
}
