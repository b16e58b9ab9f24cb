/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.http.CallsInFlight;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiterException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.camel.support.LRUCacheFactory;
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
    /** Time without an outcome after which the next waiting call becomes a trial. */
    private static final Duration TRIAL_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration MAX_BACKOFF = Duration.ofSeconds(60);
    /** Maximum number of entries of a map whose keys contain paths, which may come from outside. */
    private static final int MAX_ENTRIES = 1000;

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final String name;
    private final RateLimiter limiter;
    private final Duration cooldown;
    private final InstantSource clock;
    private final Waits waits;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<List<Object>, Closure> closed = LRUCacheFactory.newLRUCache(MAX_ENTRIES);
    /** The exchange of the last call of a path, if that call ended in a server error. */
    private final Map<List<Object>, String> lastServerErrors = LRUCacheFactory.newLRUCache(MAX_ENTRIES);

    private final Set<Passage> queue = new LinkedHashSet<>();
    private final Set<Thread> awaitingSlot = new HashSet<>();
    private Instant cooldownEnd = Instant.MIN;
    private int awaitingCooldown;
    /** The end of the waits for the rate since a stop; the greatest time before a stop. */
    private Instant stopDeadline = Instant.MAX;

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
        private List<Object> key(Scope scope) {
            return switch (scope) {
                case CREDENTIALS -> List.of(scope, credentials);
                case ADDRESS -> List.of(scope, address);
                case PATH -> List.of(scope, address, path);
            };
        }

        @Override
        public String toString() {
            return address + path;
        }
    }

    /**
     * What the gate knows of a call.
     *
     * @param operation the operation of the call, for its exceptions
     * @param exchangeId identifies the exchange whose document is sent
     * @param outageTimeout how long the call waits for outages and is retried, from its first failure or its first wait
     *     for an outage on
     * @param permitTimeout maximum wait of an attempt for the cooldown, its permit and its slot; 0 = unlimited
     * @param query whether the call neither waits for outages nor is a trial nor is retried, like a balance request
     */
    public record Terms(
            String operation,
            String exchangeId,
            Scopes scopes,
            Duration outageTimeout,
            Duration permitTimeout,
            boolean query) {}

    /**
     * An outage: the calls of a scope wait.
     *
     * @param since the time of the first failure
     * @param duration the time since the first failure
     * @param quiet the time since the last failure
     * @param reason the last failure
     * @param waiting number of calls that wait
     */
    public record Outage(
            Scope scope, Instant since, Duration duration, Duration quiet, DocprocException reason, int waiting) {}

    /** The waits of calls, which tests skip. */
    @FunctionalInterface
    public interface Waits {
        /** Waits of the JVM. */
        @SuppressWarnings("WaitNotInLoop") // The callers loop.
        Waits TIMED = (condition, time) -> condition.awaitNanos(time.toNanos());

        /** Waits until the condition is signalled or the time has passed; may return earlier. */
        void await(Condition condition, Duration time) throws InterruptedException;
    }

    /** A closed scope, from the first failure until it opens. Guarded by the lock. */
    private final class Closure {
        private final Instant since = clock.instant();
        private final Scope scope;
        private final String failure;
        private DocprocException reason;
        private Instant last = since;
        private Duration backoff;
        private Instant nextTrial;
        private Passage trial;

        Closure(Scope scope, Scopes scopes, DocprocException reason) {
            this.scope = scope;
            this.reason = reason;
            String failing = scope == Scope.ADDRESS ? scopes.address : scopes.path;
            failure = scope.failure.formatted(scope == Scope.CREDENTIALS ? name : failing);
            backoff = Duration.ofSeconds(isAccountError() ? 5 : 1);
            nextTrial = since.plus(backoff);
        }

        private boolean isAccountError() {
            return scope != Scope.ADDRESS && !(reason instanceof DocprocServerException);
        }

        /** @param isPassedOn whether the next call may be a trial now, because this one has proved nothing */
        void endTrial(boolean failed, boolean isPassedOn) {
            trial = null;
            if (failed) {
                Duration maximum = isAccountError() ? MAX_BACKOFF.dividedBy(2) : MAX_BACKOFF;
                backoff = Collections.min(List.of(backoff.multipliedBy(2), maximum));
            }
            nextTrial = isPassedOn ? clock.instant() : clock.instant().plus(backoff);
        }

        Instant nextTrial() {
            return trial == null ? nextTrial : Collections.max(List.of(nextTrial, trial.trialDeadline));
        }

        int waiting() {
            return (int) queue.stream()
                    .filter(passage -> passage.closures().anyMatch(this::equals))
                    .count();
        }
    }

    /**
     * Creates a gate.
     *
     * @param name the account in logs and messages, for example "the account at https://host"
     * @param limiter grants the slots of the rate
     * @param cooldown how long no call is sent after the service has refused one for exceeding its rate limit
     * @param clock the time, which no adjustment of the system clock should change while calls wait
     */
    public AccountGate(String name, RateLimiter limiter, Duration cooldown, InstantSource clock) {
        this(name, limiter, cooldown, clock, Waits.TIMED);
    }

    AccountGate(String name, RateLimiter limiter, Duration cooldown, InstantSource clock, Waits waits) {
        this.name = name;
        this.limiter = limiter;
        this.cooldown = cooldown;
        this.clock = clock;
        this.waits = waits;
    }

    /** Begins a call with all of its attempts. */
    public Passage begin(Terms terms) {
        return new Passage(terms);
    }

    /**
     * Ends the waits for outages, now and until {@link #start()}, because the application stops. Calls that need not wait
     * are sent.
     *
     * @param rateWait how long calls may still wait for the cooldown and the rate, from now on
     */
    public void stop(Duration rateWait) {
        locked(() -> {
            stopDeadline = clock.instant().plus(rateWait);
            wake();
            awaitingSlot.forEach(Thread::interrupt);
            return stopDeadline;
        });
    }

    /** Lets calls wait again after a stop. */
    public void start() {
        locked(() -> stopDeadline = Instant.MAX);
    }

    /** Ends the outage of credentials that no call has any more. Its calls go on with the new ones. */
    public void retire(Object credentials) {
        locked(() -> closed.remove(List.of(Scope.CREDENTIALS, credentials)));
        wake();
    }

    /** Returns the longest of the outages; empty if there is none. */
    public Optional<Outage> longest() {
        return locked(() -> closed.values().stream()
                .min(Comparator.comparing(closure -> closure.since))
                .map(closure -> new Outage(
                        closure.scope,
                        closure.since,
                        Duration.between(closure.since, clock.instant()),
                        Duration.between(closure.last, clock.instant()),
                        closure.reason,
                        closure.waiting())));
    }

    /** Returns the remaining time of the cooldown; zero if there is none. */
    public Duration cooldownRemaining() {
        return locked(() -> until(cooldownEnd));
    }

    /** Returns the number of calls that wait for an outage or for their next attempt. */
    public int waiting() {
        return locked(queue::size);
    }

    /** Returns the number of calls that wait for the cooldown or a slot of the rate. */
    public int awaitingRate() {
        return locked(() -> awaitingSlot.size() + awaitingCooldown);
    }

    @Override
    public String toString() {
        return name;
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private boolean isStopped() {
        return stopDeadline.isBefore(Instant.MAX);
    }

    /** Returns the time from now to another time, from zero to {@link RateLimiter#UNLIMITED}. */
    private Duration until(Instant end) {
        Instant now = clock.instant();
        if (!end.isAfter(now)) {
            return Duration.ZERO;
        }
        return end.isBefore(now.plus(RateLimiter.UNLIMITED)) ? Duration.between(now, end) : RateLimiter.UNLIMITED;
    }

    /** Admits the waiting calls that may start now, in order of arrival. */
    private void admit() {
        Instant now = clock.instant();
        if (queue.removeIf(passage -> passage.isAdmitted(now))) {
            changed.signalAll();
        }
    }

    /** Admits calls after a change, and lets the other ones determine anew until when they wait. */
    void wake() {
        locked(() -> {
            admit();
            changed.signalAll();
            return queue;
        });
    }

    /** The way of one call through the gate. Used by one thread, which closes it at the end of the call. */
    public final class Passage implements AutoCloseable {
        private final Terms terms;
        private final Scopes scopes;
        /** The end of the time without progress of the trial; the greatest time while it waits for its slot. */
        private Instant trialDeadline = Instant.MAX;

        private DocprocException failure;
        private int failures;
        private int sendings;
        private boolean sent;
        private Instant nextAttempt = clock.instant();
        /** The end of the patience; the greatest time before the first failure and the first wait for an outage. */
        private Instant deadline = Instant.MAX;
        /** The end of the wait for cooldown, permit and slot; null before this wait. */
        private Instant permitDeadline;

        /** The end of the pauses; null before the first one. */
        private Instant pauseDeadline;

        private RateLimiter.Permit slot;

        private Passage(Terms terms) {
            this.terms = terms;
            this.scopes = terms.scopes;
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
                    permitDeadline = permitDeadline != null
                            ? permitDeadline
                            : terms.permitTimeout.isZero()
                                    ? Instant.MAX
                                    : clock.instant().plus(terms.permitTimeout);
                } while (awaitCooldown());
            } finally {
                queue.remove(this);
                lock.unlock();
            }
        }

        private void awaitOutages() throws InterruptedException {
            boolean isHeld = !held().isEmpty();
            if (isHeld) {
                endAttempt(Outcome.NOTHING);
                startPatience();
            }
            if (!isHeld && isAdmitted(clock.instant())) {
                return;
            }
            queue.add(this);
            for (admit(); queue.contains(this); admit()) {
                permitDeadline = null;
                if (isStopped() || !clock.instant().isBefore(deadline)) {
                    throw failure != null ? failure : isStopped() ? stopping() : unavailable();
                }
                waits.await(changed, until(nextEvent()));
            }
        }

        /** Returns whether there was a cooldown, after a wait for its end. */
        @SuppressWarnings("WaitNotInLoop") // The caller loops.
        private boolean awaitCooldown() throws InterruptedException {
            Instant start = clock.instant();
            Duration left = until(cooldownEnd);
            if (left.isZero()) {
                return false;
            }
            if (left.compareTo(remaining()) > 0) {
                throw noSlot();
            }
            awaitingCooldown++;
            try {
                waits.await(changed, left);
            } finally {
                awaitingCooldown--;
            }
            extendPatience(start);
            return true;
        }

        /**
         * Waits for a time that no outage and no other call shortens, such as the time until the next status request of a
         * job.
         *
         * @param callTimeout the limit on the time from the first of these waits on, which shortens the last one; zero for
         *     no limit
         * @return why there is no further wait: the limit is over, or the application stops; empty after a wait
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        public Optional<String> pause(Duration delay, Duration callTimeout) throws InterruptedException {
            lock.lock();
            try {
                Instant now = clock.instant();
                if (pauseDeadline == null) {
                    pauseDeadline = callTimeout.isZero() ? Instant.MAX : now.plus(callTimeout);
                } else if (!now.isBefore(pauseDeadline)) {
                    return Optional.of(CallsInFlight.exceeded(callTimeout));
                }
                Instant end = Collections.min(List.of(now.plus(delay), pauseDeadline));
                while (!isStopped() && clock.instant().isBefore(end)) {
                    waits.await(changed, until(end));
                }
                return isStopped() ? Optional.of("the application stops") : Optional.empty();
            } finally {
                lock.unlock();
            }
        }

        private Stream<Closure> closures() {
            return terms.query || closed.isEmpty()
                    ? Stream.empty()
                    : Stream.of(Scope.values())
                            .map(scope -> closed.get(scopes.key(scope)))
                            .filter(Objects::nonNull);
        }

        /** Returns the closed scopes that hold this call. */
        private List<Closure> held() {
            return closures().filter(closure -> closure.trial != this).toList();
        }

        private void startPatience() {
            deadline = deadline.equals(Instant.MAX) ? clock.instant().plus(terms.outageTimeout) : deadline;
        }

        /** Waits for the rate are no outages. */
        private void extendPatience(Instant start) {
            if (deadline.isBefore(Instant.MAX)) {
                deadline = deadline.plus(Duration.between(start, clock.instant()));
            }
        }

        /** Returns whether the call may be sent, as a trial if a scope is closed. The patience ends only failed calls. */
        private boolean isAdmitted(Instant now) {
            List<Closure> held = held();
            boolean isOver = failure != null && now.isAfter(deadline);
            boolean isTrialDue = !isStopped()
                    && held.stream().noneMatch(closure -> closure.nextTrial().isAfter(now));
            boolean admitted = !now.isBefore(nextAttempt) && !isOver && (held.isEmpty() || isTrialDue);
            if (admitted && !held.isEmpty()) {
                held.forEach(closure -> closure.trial = this);
                trialDeadline = now.plus(TRIAL_TIMEOUT);
                LOG.debug("A call of {} is sent as a trial", scopes);
            }
            return admitted;
        }

        private Instant nextEvent() {
            Instant next = held().stream()
                    .map(Closure::nextTrial)
                    .reduce(nextAttempt, (first, second) -> first.isAfter(second) ? first : second);
            return next.isBefore(deadline) ? next : deadline;
        }

        /** Returns whether this call is a trial, which needs no permit of {@code maxConcurrentRequests}. */
        public boolean isTrial() {
            return locked(() -> closures().anyMatch(closure -> closure.trial == this));
        }

        /** Returns how long this attempt may still wait for its permit and slot; {@link RateLimiter#UNLIMITED} if there is no limit. */
        public Duration remaining() {
            return locked(() -> until(permitDeadline.isBefore(stopDeadline) ? permitDeadline : stopDeadline));
        }

        /**
         * Waits for a slot of the rate, unless this attempt has one.
         *
         * @throws DocprocTransportException if no slot is granted in time; nothing was sent
         * @throws InterruptedException if the thread is interrupted while it waits
         */
        public void acquireSlot() throws InterruptedException {
            Thread thread = Thread.currentThread();
            while (slot == null) {
                Instant start = clock.instant();
                boolean wasStopped = locked(() -> {
                    awaitingSlot.add(thread);
                    trialDeadline = Instant.MAX;
                    return isStopped();
                });
                try {
                    slot = limiter.acquire(remaining()).orElseThrow(this::noSlot);
                } catch (InterruptedException e) {
                    if (wasStopped || !locked(AccountGate.this::isStopped)) {
                        throw e;
                    }
                    // By the stop, since which the limit of the wait is shorter
                } catch (RateLimiterException e) {
                    throw notSent(e.getMessage(), e);
                } finally {
                    locked(() -> {
                        awaitingSlot.remove(thread);
                        trialDeadline = clock.instant().plus(TRIAL_TIMEOUT);
                        if (closures().anyMatch(closure -> closure.trial == this)) {
                            // Calls that began to wait meanwhile wait for no longer than this trial.
                            changed.signalAll();
                        }
                        extendPatience(start);
                        return !wasStopped && isStopped() && Thread.interrupted();
                    });
                }
            }
        }

        /**
         * Confirms right before the first byte, without waiting, that the call may be sent. Otherwise the slot is released,
         * and the call starts again at {@link #await()}.
         */
        public boolean confirm() {
            boolean confirmed = locked(() -> until(cooldownEnd).isZero() && held().isEmpty());
            if (!confirmed) {
                endSlot(RateLimiter.Permit::release);
            }
            return confirmed;
        }

        /** Records that the first byte was sent. */
        public void sent() {
            locked(() -> {
                sent = true;
                trialDeadline = clock.instant().plus(TRIAL_TIMEOUT);
                return sendings++;
            });
            endSlot(RateLimiter.Permit::sent);
        }

        private void endSlot(Consumer<RateLimiter.Permit> end) {
            if (slot != null) {
                end.accept(slot);
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
            boolean isRefused = outcome == Outcome.RATE_LIMITED || status == TOO_MANY_REQUESTS || isPostponed;
            endSlot(RateLimiter.Permit::release);
            return locked(() -> {
                if (isRefused) {
                    Instant end = clock.instant().plus(Collections.max(List.of(cooldown, retryAfter)));
                    cooldownEnd = Collections.max(List.of(cooldownEnd, end));
                }
                apply(outcome, reported);
                Instant now = endAttempt(outcome);
                boolean isExhausted = outcome == Outcome.SERVER_ERROR && sendings >= MAX_SENDINGS;
                if (terms.query || !outcome.retry || isExhausted) {
                    return false;
                }
                failure = (DocprocException) reported;
                startPatience();
                Duration backoff = Duration.ofSeconds(1L << Math.min(failures++, 6));
                nextAttempt = now.plus(Collections.min(List.of(backoff, MAX_BACKOFF)));
                return !isStopped() && !nextAttempt.isAfter(deadline);
            });
        }

        /** Ends the call. If its last attempt was not reported, nothing is proven, and a trial passes on to the next call. */
        @Override
        public void close() {
            endSlot(RateLimiter.Permit::release);
            locked(() -> endAttempt(Outcome.NOTHING));
        }

        /** Opens and closes scopes. The first server error of a path closes nothing: its document may be the reason. */
        private void apply(Outcome outcome, Throwable reported) {
            List<Object> path = scopes.key(Scope.PATH);
            String last = outcome == Outcome.NOTHING ? null : lastServerErrors.remove(path);
            boolean isServerError = outcome == Outcome.SERVER_ERROR;
            if (isServerError) {
                lastServerErrors.put(path, terms.exchangeId);
            }
            boolean isFirst =
                    isServerError && (last == null || last.equals(terms.exchangeId)) && !closed.containsKey(path);
            outcome.opens.stream().filter(this::isReported).forEach(this::open);
            if (outcome.closes != null && !isFirst && isReported(outcome.closes)) {
                close(outcome.closes, (DocprocException) reported);
            }
        }

        private boolean isReported(Scope scope) {
            return !terms.query || scope != Scope.PATH;
        }

        private void open(Scope scope) {
            Closure closure = closed.get(scopes.key(scope));
            if (closure != null) {
                LOG.info(
                        "The service accepts calls again; since {}: {}; {} calls have waited",
                        closure.since.truncatedTo(ChronoUnit.SECONDS),
                        closure.failure,
                        closure.waiting());
                closed.remove(scopes.key(scope));
                wake();
            }
        }

        private void close(Scope scope, DocprocException reason) {
            Closure known = closed.get(scopes.key(scope));
            if (known != null) {
                known.reason = reason;
                known.last = clock.instant();
                return;
            }
            Closure closure = new Closure(scope, scopes, reason);
            closed.put(scopes.key(scope), closure);
            LOG.warn(
                    "{}; calls wait, and one at a time is sent as a trial; {} calls wait now. The failure: {}",
                    closure.failure,
                    queue.size(),
                    reason.getMessage());
        }

        /** Ends the attempt and its trials, and returns the time. */
        private Instant endAttempt(Outcome outcome) {
            boolean isAnswered = !sent || outcome.opens.contains(Scope.ADDRESS);
            List<Closure> trials =
                    closures().filter(closure -> closure.trial == this).toList();
            for (Closure closure : trials) {
                boolean failed = outcome.closes == closure.scope;
                closure.endTrial(failed, isAnswered && !failed);
            }
            if (!trials.isEmpty()) {
                wake();
            }
            permitDeadline = null;
            sent = false;
            return clock.instant();
        }

        private DocprocException unavailable() {
            Closure closure = held().get(0);
            return notSent(
                    "nothing was sent: since " + closure.since.truncatedTo(ChronoUnit.SECONDS) + ", " + closure.failure
                            + "; outageTimeout allows a wait of " + terms.outageTimeout.toMillis()
                            + " ms; remove the cause, or set a longer outageTimeout; the failure: "
                            + closure.reason.getMessage(),
                    closure.reason);
        }

        private DocprocException stopping() {
            return notSent("the application stops; nothing was sent", null);
        }

        private DocprocException noSlot() {
            Duration left = cooldownRemaining();
            String wait = left.isZero()
                    ? "the rate limit grants no slot in time"
                    : "the cooldown of the rate limit ends in " + left.toMillis() + " ms";
            String allowed = locked(AccountGate.this::isStopped)
                    ? "the application stops"
                    : "permitTimeout allows a wait of " + terms.permitTimeout.toMillis() + " ms; retry later";
            return notSent("nothing was sent: " + wait + "; " + allowed, null);
        }

        private DocprocException notSent(String reason, Throwable cause) {
            return DocprocTransportException.notSent(ServiceFailure.local(terms.operation, 0, reason), cause);
        }
    }
}
