/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.UnansweredCalls;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers of this process whose message has failed or may still fail, and numbers of unanswered calls. The same call
 * returns the answer of a failed message, so that a document that is read again is not billed again. Bounded in time,
 * number and bytes; the oldest entries are removed first. Thread-safe.
 */
public final class Answers {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final Duration KEPT = Duration.ofHours(1);
    private static final Duration COUNTED = Duration.ofDays(7);
    private static final long MAX_BYTES = 1024L * 1024 * 1024;
    private static final int MAX_ANSWERS = 10_000;
    private static final int MAX_COUNTS = 100_000;
    /** Number of held answers from which on their bytes are moved from memory to files. */
    private static final int MAX_IN_MEMORY = 100;

    private final InstantSource clock;
    /** Answers of failed messages. */
    private final Map<ResultKey, Entry> kept = new LinkedHashMap<>();
    /**
     * Answers of messages that may still fail. The messages alone keep them, because Camel does not tell the end of some,
     * such as that of an enrich whose strategy fails, or of a pooled exchange of seda.
     */
    private final Set<Entry> held = Collections.newSetFromMap(new WeakHashMap<>());

    private final Map<ResultKey, Entry> counts = new LinkedHashMap<>();

    /** An answer or a count of a call. Equal to itself only. */
    private static final class Entry {
        private final ResultKey key;
        private final Object value;
        private final long length;
        private final long bytes;
        private final Instant at;

        private Entry(ResultKey key, Object value, long length, long bytes, Instant at) {
            this.key = key;
            this.value = value;
            this.length = length;
            this.bytes = bytes;
            this.at = at;
        }

        private boolean mayBeOf(long document) {
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
        return Stream.of(kept.values(), counts.values(), failed ? held : Set.<Entry>of())
                .flatMap(Collection::stream)
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
        return Stream.concat(Stream.ofNullable(kept.get(key)), failed ? held.stream() : Stream.empty())
                .filter(entry -> entry.key.equals(key))
                .map(entry -> entry.value)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /**
     * Holds an answer until {@link #confirm} or {@link #release}, or until it is unreachable.
     *
     * @param length the length of the document; -1 if it is unknown
     * @param size the number of bytes that the answer occupies in memory and on disk
     */
    private synchronized Entry hold(ResultKey key, Object answer, long length, long size) {
        Entry entry = new Entry(key, answer, length, size, clock.instant());
        held.add(entry);
        return entry;
    }

    /** Returns the number of answers that messages hold. */
    private synchronized int held() {
        return held.size();
    }

    /** Keeps a held answer, because the message has failed. */
    private synchronized void confirm(Entry entry) {
        if (held.remove(entry)) {
            keep(entry);
        }
    }

    /** Keeps an answer for longer, because another message that has it has failed. */
    private synchronized void renew(ResultKey key) {
        Entry entry = kept.get(key);
        if (entry != null) {
            keep(entry);
        }
    }

    private void keep(Entry entry) {
        kept.remove(entry.key);
        kept.put(entry.key, new Entry(entry.key, entry.value, entry.length, entry.bytes, clock.instant()));
    }

    /** Forgets a held answer. */
    private synchronized void release(Entry entry) {
        held.remove(entry);
    }

    /** Removes the answer of a call. */
    private synchronized void remove(ResultKey key) {
        kept.remove(key);
    }

    /** Removes answers of a call, also those that messages hold. */
    synchronized void forget(ResultKey key, Predicate<Object> isForgotten) {
        Stream.of(kept.values(), held)
                .forEach(entries -> entries.removeIf(entry -> entry.key.equals(key) && isForgotten.test(entry.value)));
    }

    /** Returns how often the call was sent without an answer. */
    synchronized Optional<UnansweredCalls> unanswered(ResultKey key) {
        removeOld();
        return Optional.ofNullable(counts.get(key)).map(entry -> entry.value).map(UnansweredCalls.class::cast);
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
        removeWhile(kept.values(), first -> first.at.plus(KEPT).isBefore(now) || isFull());
        removeWhile(counts.values(), first -> first.at.plus(COUNTED).isBefore(now) || counts.size() > MAX_COUNTS);
    }

    private boolean isFull() {
        return kept.size() > MAX_ANSWERS
                || kept.values().stream().mapToLong(entry -> entry.bytes).sum() > MAX_BYTES;
    }

    private static void removeWhile(Collection<Entry> entries, Predicate<Entry> isRemoved) {
        Iterator<Entry> first = entries.iterator();
        while (first.hasNext() && isRemoved.test(first.next())) {
            first.remove();
        }
    }

    /** Returns whether the message of an exchange has failed, also if the route continues, or sends it again. */
    static boolean hasFailed(Exchange exchange) {
        return exchange.isFailed()
                || exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT) != null
                || exchange.isRollbackOnly()
                || exchange.isRollbackOnlyLast();
    }

    /**
     * Keeps an answer if a message that has it fails, and forgets it otherwise. Is called once by the exchange of the call,
     * and once by the exchange of whose parts or branches it is one.
     */
    final class Pending implements Synchronization {
        private final AtomicInteger exchanges = new AtomicInteger(1);
        private final ResultKey key;
        private final boolean reused;
        private final Runnable succeeded;
        /** Released at the end, because the application may keep the exchange for long. */
        private List<SpoolingOutputStream> bytes;
        /** The answer; null if it comes from an earlier call, and at the end. */
        private Entry answer;

        private boolean failed;
        private boolean discarded;

        /**
         * @param bytes where the bytes of the answer are
         * @param reused whether the answer comes from an earlier call
         * @param succeeded runs when all messages that have the answer have succeeded
         */
        Pending(ResultKey key, List<SpoolingOutputStream> bytes, boolean reused, Runnable succeeded) {
            this.key = key;
            this.bytes = bytes;
            this.reused = reused;
            this.succeeded = succeeded;
        }

        /** @param length the length of the document; -1 if it is unknown */
        void hold(Object received, long length) {
            long size = bytes.stream().mapToLong(SpoolingOutputStream::length).sum();
            answer = Answers.this.hold(key, received, length, size);
            if (held() > MAX_IN_MEMORY) {
                moveToFiles();
            }
        }

        /** Awaits the end of an exchange, and of the one of whose parts or branches it is one. */
        void observe(Exchange exchange) {
            UnitOfWork whole = exchange.getProperty(ExchangePropertyKey.STREAM_CACHE_UNIT_OF_WORK, UnitOfWork.class);
            if (whole != null && whole != exchange.getUnitOfWork()) {
                exchanges.incrementAndGet();
                whole.addSynchronization(this);
            }
            exchange.getExchangeExtension().addOnCompletion(this);
        }

        /** Forgets the answer, whatever becomes of the message. */
        synchronized void discard() {
            discarded = true;
            forget();
        }

        private void forget() {
            release(answer);
            answer = null;
            bytes = List.of();
        }

        @Override
        public void onComplete(Exchange exchange) {
            completed(hasFailed(exchange));
        }

        @Override
        public void onFailure(Exchange exchange) {
            completed(true);
        }

        private synchronized void completed(boolean isFailure) {
            if (discarded) {
                return;
            }
            failed |= isFailure;
            boolean isLast = exchanges.decrementAndGet() == 0;
            if (failed || !isLast) {
                // The whole message may still fail after this part of it.
                moveToFiles();
            }
            if (failed && reused) {
                renew(key);
            } else if (failed) {
                confirm(answer);
            } else if (isLast) {
                forget();
                if (reused) {
                    remove(key);
                }
                succeeded.run();
            }
        }

        private void moveToFiles() {
            try {
                for (SpoolingOutputStream part : bytes) {
                    part.moveToFile();
                }
            } catch (IOException | RuntimeException | Error e) {
                LOG.debug("An answer is kept in memory", e);
            }
        }
    }
}
