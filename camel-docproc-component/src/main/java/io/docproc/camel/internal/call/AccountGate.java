/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiterException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when a call of an account may be sent: the rate limit, its cooldown, and outages.
 *
 * <p>A failure that the next call would have, too, closes the gate for a scope: the credentials, the address or the path
 * of the call. While a scope is closed, its calls wait in order of arrival, and one at a time is sent as a trial, with
 * exponential backoff. The scope opens when the service gives any call a response that contradicts the failure.
 * Thread-safe.
 */
public final class AccountGate {
    private static final Logger LOG = LoggerFactory.getLogger(AccountGate.class);
    /** Maximum number of sendings of a call that ends in server errors. */
    private static final int MAX_SENDINGS = 5;
    /** Nanoseconds without an outcome after which the next waiting call becomes a trial. */
    private static final long TRIAL_TIMEOUT = TimeUnit.SECONDS.toNanos(30);

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MAX_BACKOFF = 60 * SECOND;
    /** Longest duration in nanoseconds, so that the difference of two times never overflows. */
    private static final long FOREVER = Long.MAX_VALUE / 2;
    /** Maximum number of entries of a map whose keys contain paths, which may come from outside. */
    private static final int MAX_ENTRIES = 1000;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final String name;
    private final RateLimiter limiter;
    private final Duration cooldown;
    private final Clock clock;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition cooldownChanged = lock.newCondition();
    private final Map<Key, Closure> closed = leastRecentlyUsed();
    /** The exchange of the last call of a path, if that call ended in a server error. */
    private final Map<Key, String> lastServerErrors = leastRecentlyUsed();

    private final Set<Passage> queue = new LinkedHashSet<>();
    private final Set<Passage> awaitingSlot = new HashSet<>();
    private boolean stopped;
    private long stopDeadline;

    /** What a failure concerns besides its own call. */
    public enum Scope {
        CREDENTIALS("the service refuses the credentials of %s"),
        ADDRESS("%s gives no response of the service"),
        PATH("the service refuses or fails calls of %s");

        private final String failure;

        Scope(String failure) {
            this.failure = failure;
        }
    }

    /**
     * Scopes of a call. Calls with equal values share an outage.
     *
     * @param credentials what identifies the credentials; never logged
     * @param address the address of the service, for example {@code https://host}; logged
     * @param path the path of the call; logged
     */
    public record Scopes(Object credentials, String address, String path) {
        private Key key(Scope scope) {
            return new Key(
                    scope,
                    switch (scope) {
                        case CREDENTIALS -> credentials;
                        case ADDRESS -> address;
                        case PATH -> List.of(address, path);
                    });
        }

        @Override
        public String toString() {
            return address + path;
        }
    }

    /**
     * An outage: the calls of a scope wait.
     *
     * @param since the time of the first failure
     * @param last the time of the last failure
     * @param reason the last failure
     * @param waiting number of calls that wait
     */
    public record Outage(Scope scope, Instant since, Instant last, DocprocException reason, int waiting) {}

    /** Source of time. */
    public interface Clock {
        /** Clock of the JVM. */
        Clock SYSTEM = new Clock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            @SuppressWarnings("WaitNotInLoop") // The callers loop.
            public void await(Condition condition, long nanos) throws InterruptedException {
                condition.awaitNanos(nanos);
            }
        };

        /** Returns the time in nanoseconds from any origin. */
        long nanoTime();

        /** Waits until the condition is signalled or the time has passed; may return earlier. */
        void await(Condition condition, long nanos) throws InterruptedException;
    }

    private record Key(Scope scope, Object value) {}

    /** A closed scope, from the first failure until it opens. Guarded by the lock. */
    private final class Closure {
        private final Instant since = Instant.now();
        private final Scope scope;
        private final String failure;
        private DocprocException reason;
        private Instant last = since;
        private long delay;
        private long nextTrial;
        private Passage trial;

        Closure(Scope scope, Scopes scopes, DocprocException reason) {
            this.scope = scope;
            this.reason = reason;
            failure = scope.failure.formatted(
                    switch (scope) {
                        case CREDENTIALS -> name;
                        case ADDRESS -> scopes.address;
                        case PATH -> scopes.path;
                    });
            delay = isAccountError() ? 5 * SECOND : SECOND;
            nextTrial = clock.nanoTime() + delay;
        }

        private boolean isAccountError() {
            return scope != Scope.ADDRESS && !(reason instanceof DocprocServerException);
        }

        /** @param isPassedOn whether the next call may be a trial now, because this one has proved nothing */
        void endTrial(boolean failed, boolean isPassedOn, long now) {
            trial = null;
            delay = failed ? Math.min(2 * delay, isAccountError() ? MAX_BACKOFF / 2 : MAX_BACKOFF) : delay;
            nextTrial = isPassedOn ? now : now + delay;
        }

        long nanosUntilTrial(long now) {
            long backoff = nextTrial - now;
            return trial == null ? backoff : Math.max(backoff, trial.nanosSinceProgress(now) + TRIAL_TIMEOUT);
        }

        int waiting() {
            return (int) queue.stream()
                    .filter(passage -> passage.closures().anyMatch(this::equals))
                    .count();
        }
    }

    /** Creates a gate with the clock of the JVM. */
    public AccountGate(String name, RateLimiter limiter, Duration cooldown) {
        this(name, limiter, cooldown, Clock.SYSTEM);
    }

    /**
     * Creates a gate.
     *
     * @param name the account in logs and messages, for example "the account at https://host"
     * @param limiter grants the slots of the rate
     * @param cooldown how long no call is sent after the service has refused one for exceeding its rate limit
     */
    public AccountGate(String name, RateLimiter limiter, Duration cooldown, Clock clock) {
        this.name = name;
        this.limiter = limiter;
        this.cooldown = cooldown;
        this.clock = clock;
    }

    private static <K, V> Map<K, V> leastRecentlyUsed() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > MAX_ENTRIES;
            }
        };
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(FOREVER)) > 0 ? FOREVER : Math.max(0, duration.toNanos());
    }

    /**
     * Begins a call with all of its attempts.
     *
     * @param operation the operation of the call, for its exceptions
     * @param exchangeId identifies the exchange whose document is sent
     * @param outageTimeout how long the call waits for outages and is retried, from its first failure or its first wait
     *     for an outage on
     * @param permitTimeout maximum wait of an attempt for the cooldown, its permit and its slot; 0 = unlimited
     * @param query whether the call neither waits for outages nor is a trial nor is retried, like a balance request
     */
    public Passage begin(
            String operation,
            String exchangeId,
            Scopes scopes,
            Duration outageTimeout,
            Duration permitTimeout,
            boolean query) {
        return new Passage(operation, exchangeId, scopes, nanos(outageTimeout), nanos(permitTimeout), query);
    }

    /**
     * Ends the waits for outages, now and until {@link #start()}, because the application stops. Calls that need not wait
     * are sent.
     *
     * @param rateWait how long calls may still wait for the cooldown and the rate, from now on
     */
    public void stop(Duration rateWait) {
        locked(() -> {
            stopped = true;
            stopDeadline = clock.nanoTime() + nanos(rateWait);
            wake();
            cooldownChanged.signalAll();
            awaitingSlot.forEach(Passage::interrupt);
            return stopped;
        });
    }

    /** Lets calls wait again after a stop. */
    public void start() {
        locked(() -> stopped = false);
    }

    /** Returns the longest of the outages; empty if there is none. */
    public Optional<Outage> longest() {
        return locked(() -> closed.values().stream()
                .min(Comparator.comparing(closure -> closure.since))
                .map(closure ->
                        new Outage(closure.scope, closure.since, closure.last, closure.reason, closure.waiting())));
    }

    /** Returns the remaining time of the cooldown; zero if there is none. */
    public Duration cooldownRemaining() {
        return limiter.cooldownRemaining();
    }

    /** Returns the number of calls that wait for an outage or for their next attempt. */
    public int waiting() {
        return locked(queue::size);
    }

    /** Returns the number of calls that wait for the cooldown or a slot of the rate. */
    public int awaitingRate() {
        return locked(() -> awaitingSlot.size() + lock.getWaitQueueLength(cooldownChanged));
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waits that are over, in order of arrival. Called with the lock. */
    private void dispatch() {
        long now = clock.nanoTime();
        for (Passage passage : List.copyOf(queue)) {
            if (passage.isWaitOver(now)) {
                queue.remove(passage);
                passage.changed.signal();
            }
        }
    }

    /** Lets the waiting calls determine their next event anew after a change. */
    private void wake() {
        dispatch();
        queue.forEach(passage -> passage.changed.signal());
    }

    /** The way of one call through the gate. Used by one thread, which closes it at the end of the call. */
    public final class Passage implements AutoCloseable {
        private final String operation;
        private final String exchangeId;
        private final Scopes scopes;
        private final long outageTimeout;
        private final long permitTimeout;
        private final boolean query;
        private final Condition changed = lock.newCondition();
        private final Thread thread = Thread.currentThread();
        /** The closed scopes of which this call is a trial. */
        private Set<Closure> trials = Set.of();
        /** The time of the last step of the trial, from which on its timeout counts. */
        private long progress;

        private DocprocException failure;
        private int failures;
        private int sendings;
        private boolean sent;
        private long nextAttempt = clock.nanoTime();
        /** The end of the patience; null before the first failure and the first wait for an outage. */
        private Long deadline;
        /** The end of the wait for cooldown, permit and slot; null before this wait. */
        private Long permitDeadline;

        private boolean admitted;
        /** The outage for which the wait has ended without admission; null if the call would not have waited for one. */
        private Closure blocker;

        private boolean interrupted;
        private RateLimiter.Permit slot;

        private Passage(
                String operation,
                String exchangeId,
                Scopes scopes,
                long outageTimeout,
                long permitTimeout,
                boolean query) {
            this.operation = operation;
            this.exchangeId = exchangeId;
            this.scopes = scopes;
            this.outageTimeout = outageTimeout;
            this.permitTimeout = permitTimeout;
            this.query = query;
        }

        /**
         * Waits until the next attempt may begin: for its backoff, for outages and for the cooldown. Afterwards the call
         * may be sent, or it is a trial.
         *
         * @throws DocprocException the last failure of this call, or an unsent {@link DocprocTransportException}, if the
         *     wait would last longer than allowed, or the application stops
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        public void await() throws InterruptedException {
            lock.lock();
            try {
                do {
                    awaitOutages();
                } while (awaitCooldown());
            } finally {
                lock.unlock();
            }
        }

        private void awaitOutages() throws InterruptedException {
            long now = clock.nanoTime();
            boolean held = held().findAny().isPresent();
            if (held) {
                endAttempt(Outcome.NOTHING, false);
                startPatience(now);
            }
            if (held || !mayStart(now)) {
                permitDeadline = null;
                admitted = false;
                queue.add(this);
                try {
                    for (dispatch(); queue.contains(this); dispatch()) {
                        clock.await(changed, nanosUntilEvent(clock.nanoTime()));
                    }
                } finally {
                    queue.remove(this);
                }
                if (!admitted) {
                    throw failure != null ? failure : stopped ? stopping() : unavailable(blocker);
                }
            }
            if (permitDeadline == null) {
                permitDeadline = clock.nanoTime() + (permitTimeout == 0 ? FOREVER : permitTimeout);
            }
        }

        private Stream<Closure> closures() {
            return query
                    ? Stream.empty()
                    : Stream.of(Scope.values())
                            .map(scope -> closed.get(scopes.key(scope)))
                            .filter(Objects::nonNull);
        }

        /** Returns the closed scopes that hold this call. */
        private Stream<Closure> held() {
            return closures().filter(closure -> !trials.contains(closure));
        }

        private void startPatience(long now) {
            deadline = deadline == null ? Long.valueOf(now + outageTimeout) : deadline;
        }

        /** Returns whether the backoff is over, and not the patience. Only a failure or an outage starts the patience. */
        private boolean mayStart(long now) {
            return now - nextAttempt >= 0 && (deadline == null || now - deadline <= 0 || failure == null);
        }

        /** Returns whether the wait is over: the call may be sent, becomes a trial, or fails. */
        private boolean isWaitOver(long now) {
            List<Closure> held = held().toList();
            boolean expired = deadline != null && now - deadline >= 0;
            boolean isDue = held.stream().allMatch(closure -> closure.nanosUntilTrial(now) <= 0);
            admitted = mayStart(now) && (held.isEmpty() || (isDue && !stopped));
            if (admitted && !held.isEmpty()) {
                held.forEach(closure -> closure.trial = this);
                trials = Set.copyOf(held);
                progress = now;
                LOG.debug("A call of {} is sent as a trial", scopes);
            }
            blocker = held.isEmpty() ? null : held.get(0);
            return admitted || stopped || expired;
        }

        private long nanosUntilEvent(long now) {
            long nextTrial = held().mapToLong(closure -> closure.nanosUntilTrial(now))
                    .max()
                    .orElse(0);
            return Math.min(Math.max(nextTrial, nextAttempt - now), deadline == null ? FOREVER : deadline - now);
        }

        /** Waits for the end of the cooldown, and returns whether it has waited. */
        private boolean awaitCooldown() throws InterruptedException {
            long start = clock.nanoTime();
            boolean waited = false;
            for (long left = cooldownNanos(); left > 0; left = cooldownNanos()) {
                if (left > nanos(remaining())) {
                    throw noSlot();
                }
                clock.await(cooldownChanged, left);
                waited = true;
            }
            extendPatience(start);
            return waited;
        }

        private long cooldownNanos() {
            return nanos(limiter.cooldownRemaining());
        }

        /** Waits for the rate are no outages. */
        private void extendPatience(long start) {
            if (deadline != null) {
                deadline += Math.min(clock.nanoTime() - start, start + FOREVER - deadline);
            }
        }

        /** Returns whether this call is a trial, which needs no permit of {@code maxConcurrentRequests}. */
        public boolean isTrial() {
            return !trials.isEmpty();
        }

        /** Returns how long this attempt may still wait for its permit and slot; {@link RateLimiter#UNLIMITED} if there is no limit. */
        public Duration remaining() {
            return locked(() -> {
                long now = clock.nanoTime();
                long nanos =
                        permitTimeout == 0 ? FOREVER : permitDeadline == null ? permitTimeout : permitDeadline - now;
                nanos = stopped ? Math.min(nanos, stopDeadline - now) : nanos;
                return nanos == FOREVER ? RateLimiter.UNLIMITED : Duration.ofNanos(Math.max(0, nanos));
            });
        }

        /**
         * Waits for a slot of the rate, unless this attempt has one.
         *
         * @throws DocprocTransportException if no slot is granted in time; nothing was sent
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        public void acquireSlot() throws InterruptedException {
            if (slot != null) {
                return;
            }
            long start = clock.nanoTime();
            locked(() -> awaitingSlot.add(this));
            try {
                slot = limiter.acquire(remaining()).orElseThrow(this::noSlot);
            } catch (InterruptedException e) {
                if (!endSlotWait()) {
                    throw e;
                }
                acquireSlot();
            } catch (RateLimiterException e) {
                throw notSent(e.getMessage(), e);
            } finally {
                endSlotWait();
            }
            extendPatience(start);
        }

        /** Returns whether a stop has interrupted the wait, whose limit is shorter from then on. */
        private boolean endSlotWait() {
            return locked(() -> {
                boolean wasInterrupted = interrupted && (Thread.interrupted() || interrupted);
                awaitingSlot.remove(this);
                interrupted = false;
                progress = clock.nanoTime();
                return wasInterrupted;
            });
        }

        private void interrupt() {
            interrupted = true;
            thread.interrupt();
        }

        /** Returns the time from now to the last step of a trial, at most 0; a wait for the rate is progress. */
        private long nanosSinceProgress(long now) {
            return awaitingSlot.contains(this) ? 0 : progress - now;
        }

        /**
         * Confirms right before the first byte, without waiting, that the call may be sent. Otherwise the slot is released,
         * and the call starts again at {@link #await()}.
         */
        public boolean confirm() {
            boolean confirmed = locked(() -> held().findAny().isEmpty() && cooldownNanos() == 0);
            if (!confirmed) {
                releaseSlot();
            }
            return confirmed;
        }

        /** Records that the first byte was sent. */
        public void sent() {
            locked(() -> {
                sent = true;
                progress = clock.nanoTime();
                return sendings++;
            });
            if (slot != null) {
                slot.sent();
                slot = null;
            }
        }

        private void releaseSlot() {
            if (slot != null) {
                slot.release();
                slot = null;
            }
        }

        /**
         * Reports the outcome of an attempt.
         *
         * @param reported the failure; null if the service has processed the call
         * @param retryAfter the time after which the service accepts calls again; zero if its response names none
         * @return whether the call may be made again, from {@link #await()} on
         */
        public boolean completed(Throwable reported, Duration retryAfter) {
            Outcome outcome = Outcome.of(reported);
            int status = reported instanceof DocprocException e ? e.getHttpStatus() : 0;
            boolean isPostponed = status == UNAVAILABLE && !retryAfter.isZero();
            if (outcome == Outcome.RATE_LIMITED || status == TOO_MANY_REQUESTS || isPostponed) {
                startCooldown(retryAfter);
            }
            releaseSlot();
            return locked(() -> {
                long now = endAttempt(outcome, apply(outcome, reported));
                boolean isExhausted = outcome == Outcome.SERVER_ERROR && sendings >= MAX_SENDINGS;
                if (query || !outcome.retry || isExhausted) {
                    return false;
                }
                failure = (DocprocException) reported;
                startPatience(now);
                nextAttempt = now + Math.min(SECOND << Math.min(failures++, 6), MAX_BACKOFF);
                return !stopped && nextAttempt - deadline <= 0;
            });
        }

        private void startCooldown(Duration retryAfter) {
            Duration longest = cooldown.compareTo(retryAfter) > 0 ? cooldown : retryAfter;
            limiter.startCooldown(Duration.ofNanos(nanos(longest)));
        }

        /** Reports that nothing was sent in this attempt and nothing is proven; a trial passes on to the next call. */
        public void abandoned() {
            releaseSlot();
            locked(() -> endAttempt(Outcome.NOTHING, false));
        }

        /** Ends the call, like {@link #abandoned()} if its last attempt has not been reported. */
        @Override
        public void close() {
            abandoned();
        }

        /** Opens and closes scopes, and returns whether one has changed. */
        private boolean apply(Outcome outcome, Throwable reported) {
            Key path = scopes.key(Scope.PATH);
            String lastServerError = outcome == Outcome.NOTHING ? null : lastServerErrors.remove(path);
            if (outcome == Outcome.SERVER_ERROR) {
                lastServerErrors.put(path, exchangeId);
                boolean isFirst = lastServerError == null || lastServerError.equals(exchangeId);
                if (isFirst && !closed.containsKey(path)) {
                    boolean opened = open(Scope.CREDENTIALS);
                    return open(Scope.ADDRESS) || opened;
                }
            }
            boolean changed = false;
            for (Scope scope : outcome.opens) {
                changed |= open(scope);
            }
            return outcome.closes != null && close(outcome.closes, (DocprocException) reported) || changed;
        }

        private boolean open(Scope scope) {
            Closure closure = query && scope == Scope.PATH ? null : closed.get(scopes.key(scope));
            if (closure != null) {
                LOG.info(
                        "The service accepts calls again; since {}: {}; {} calls have waited",
                        closure.since.truncatedTo(ChronoUnit.SECONDS),
                        closure.failure,
                        closure.waiting());
                closed.remove(scopes.key(scope));
            }
            return closure != null;
        }

        private boolean close(Scope scope, DocprocException reason) {
            if (query && scope == Scope.PATH) {
                return false;
            }
            Closure known = closed.get(scopes.key(scope));
            if (known != null) {
                known.reason = reason;
                known.last = Instant.now();
                return false;
            }
            Closure closure = new Closure(scope, scopes, reason);
            closed.put(scopes.key(scope), closure);
            LOG.warn(
                    "{}; calls wait, and one at a time is sent as a trial; {} calls wait now. The failure: {}",
                    closure.failure,
                    queue.size(),
                    reason.getMessage());
            return true;
        }

        /** Ends the attempt and its trials, and returns the time. */
        private long endAttempt(Outcome outcome, boolean changed) {
            long now = clock.nanoTime();
            boolean isAnswered = !sent || outcome.opens.contains(Scope.ADDRESS);
            Set<Closure> ended = trials;
            trials = Set.of();
            for (Closure closure : ended) {
                if (closure.trial == this) {
                    boolean failed = outcome.closes == closure.scope;
                    closure.endTrial(failed, isAnswered && !failed, now);
                }
            }
            if (changed || !ended.isEmpty()) {
                wake();
            }
            permitDeadline = null;
            sent = false;
            return now;
        }

        private DocprocException unavailable(Closure closure) {
            return notSent(
                    "nothing was sent: since " + closure.since.truncatedTo(ChronoUnit.SECONDS) + ", " + closure.failure
                            + "; outageTimeout allows a wait of " + millis(outageTimeout)
                            + " ms; remove the cause, or set a longer outageTimeout; the failure: "
                            + closure.reason.getMessage(),
                    closure.reason);
        }

        private DocprocException stopping() {
            return notSent("the application stops; nothing was sent", null);
        }

        private DocprocException noSlot() {
            long left = millis(cooldownNanos());
            String wait = left > 0
                    ? "the cooldown of the rate limit ends in " + left + " ms"
                    : "the rate limit grants no slot in time";
            String allowed = stopped
                    ? "the application stops"
                    : "permitTimeout allows a wait of " + millis(permitTimeout) + " ms; retry later";
            return notSent("nothing was sent: " + wait + "; " + allowed, null);
        }

        private DocprocException notSent(String reason, Throwable cause) {
            return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
        }

        private static long millis(long nanos) {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    }
}
