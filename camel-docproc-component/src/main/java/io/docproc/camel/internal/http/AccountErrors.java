/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.http.ComponentRateLimits.AccountKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Account errors that the calls of a component wait out. After the service has refused a call, the calls of that account
 * wait on their threads. At each check, one of them requests the balance and is then sent as a trial; if it is accepted, all
 * continue. If a service is not enabled, only calls of the same operation wait. The components of a context share the
 * state of an account. Thread-safe.
 */
public final class AccountErrors {
    private static final Logger LOG = LoggerFactory.getLogger(AccountErrors.class);

    private final AtomicInteger waiting = new AtomicInteger();
    private Outages outages = new Outages();
    private Duration interval = Duration.ZERO;
    private volatile boolean stopped;

    /** The accounts of a context that refuse calls, and by account and operation the services that are not enabled. */
    private static final class Outages {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Map<Object, Outage> byKey = new HashMap<>();

        private Outage of(AccountKey account, String operation) {
            Outage all = byKey.get(account);
            return all == null ? byKey.get(List.of(account, operation)) : all;
        }

        /** Postpones the next check of an account, and lets another call make it. */
        private void postpone(Outage outage, Duration interval) {
            lock.lock();
            try {
                outage.nextCheck = System.nanoTime() + interval.toNanos();
                outage.isChecked = false;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** The time from a refused call to the first accepted one. Guarded by the lock of the outages. */
    private static final class Outage {
        private final Instant since = Instant.now();
        private final Set<AccountErrors> components = new HashSet<>();
        private volatile DocprocAccountException error;
        private long nextCheck;
        private boolean isChecked;
    }

    /**
     * An account that refuses calls.
     *
     * @param since the time of the first refused call
     * @param error the last account error
     */
    public record Refusal(Instant since, DocprocAccountException error) {}

    /**
     * Starts with the accounts of a context.
     *
     * @param checkInterval the time between two checks of an account
     * @throws IllegalArgumentException if the interval is not above 0
     */
    public void start(CamelContext context, long checkInterval) {
        interval = ServiceAccount.positiveTimeout("accountCheckInterval", checkInterval);
        outages = SharedServices.ofContext(context, Outages.class, Outages::new);
        stopped = false;
    }

    /** Ends the waits of all calls of the component. Later calls do not wait. */
    public void startShutdown() {
        stopped = true;
        wake();
    }

    /** Lets the waiting calls check whether their route stops. */
    public void wake() {
        outages.lock.lock();
        try {
            outages.changed.signalAll();
        } finally {
            outages.lock.unlock();
        }
    }

    /** Forgets the accounts that only this component uses. */
    public void stop() {
        startShutdown();
        outages.lock.lock();
        try {
            outages.byKey.values().removeIf(outage -> outage.components.remove(this) && outage.components.isEmpty());
        } finally {
            outages.lock.unlock();
        }
    }

    /** Returns the number of the component's calls that wait for their account. */
    public int callsWaiting() {
        return waiting.get();
    }

    /** Returns the account of the component that has refused calls for the longest time; empty if there is none. */
    public Optional<Refusal> longest() {
        outages.lock.lock();
        try {
            return outages.byKey.values().stream()
                    .filter(outage -> outage.components.contains(this))
                    .map(outage -> new Refusal(outage.since, outage.error))
                    .min(Comparator.comparing(Refusal::since));
        } finally {
            outages.lock.unlock();
        }
    }

    /**
     * Returns the gate of one operation of an account.
     *
     * @param check returns whether a balance request suggests that calls are accepted again after this error
     */
    public Gate gate(URI baseUrl, String appId, String operation, Predicate<DocprocAccountException> check) {
        return new Gate(AccountKey.of(baseUrl, appId), operation, check);
    }

    /** Holds the calls of one operation of an account while the account refuses them. */
    public final class Gate {
        private final AccountKey account;
        private final String operation;
        private final Predicate<DocprocAccountException> check;

        private Gate(AccountKey account, String operation, Predicate<DocprocAccountException> check) {
            this.account = account;
            this.operation = operation;
            this.check = check;
        }

        /** Returns the account error for which the calls wait; empty if the account accepts calls. */
        public Optional<Refusal> refusal() {
            outages.lock.lock();
            try {
                return Optional.ofNullable(outages.of(account, operation))
                        .map(outage -> new Refusal(outage.since, outage.error));
            } finally {
                outages.lock.unlock();
            }
        }

        /**
         * Begins a call.
         *
         * @param timeout maximum wait of the call; zero for a call that does not wait
         * @param isStopped returns whether the route of the call stops
         */
        public Call call(Duration timeout, BooleanSupplier isStopped) {
            return new Call(this, timeout, isStopped);
        }
    }

    /** A call from its arrival on, with all its attempts. Used by one thread at a time. */
    public final class Call {
        private final Gate gate;
        private final Duration timeout;
        private final BooleanSupplier isStopped;
        private DocprocAccountException refusal;
        private long deadline;
        private boolean hasWaited;
        private Outage trial;

        private Call(Gate gate, Duration timeout, BooleanSupplier isStopped) {
            this.gate = gate;
            this.timeout = timeout;
            this.isStopped = isStopped;
        }

        /**
         * Waits until the account accepts calls, or until this call becomes the trial.
         *
         * @return whether the call has waited
         * @throws DocprocAccountException if the timeout has expired
         * @throws CancellationException if the component or the route is stopped
         * @throws InterruptedException if the thread is interrupted
         */
        public boolean await() throws InterruptedException {
            if (!hasWaited) {
                deadline = System.nanoTime() + timeout.toNanos();
                hasWaited = true;
            }
            boolean waited = false;
            waiting.incrementAndGet();
            try {
                for (Outage due = awaitCheck(); due != null; due = awaitCheck()) {
                    waited = true;
                    boolean usable = false;
                    try {
                        usable = gate.check.test(due.error);
                    } finally {
                        if (!usable) {
                            outages.postpone(due, interval);
                        }
                    }
                    if (usable) {
                        trial = due;
                        return true;
                    }
                }
            } finally {
                waiting.decrementAndGet();
            }
            return waited;
        }

        /** Waits for a check that is due; returns null if the account accepts calls. */
        private Outage awaitCheck() throws InterruptedException {
            outages.lock.lock();
            try {
                for (Outage outage = current(); outage != null; outage = current()) {
                    outage.components.add(AccountErrors.this);
                    if (stopped || isStopped.getAsBoolean()) {
                        throw new CancellationException();
                    }
                    long now = System.nanoTime();
                    if (!outage.isChecked && now - outage.nextCheck >= 0) {
                        outage.isChecked = true;
                        return outage;
                    }
                    if (now - deadline >= 0) {
                        throw refusal == null ? notSent(outage) : refusal;
                    }
                    long wait = outage.isChecked ? deadline - now : Math.min(outage.nextCheck, deadline) - now;
                    outages.changed.awaitNanos(wait);
                }
                return null;
            } finally {
                outages.lock.unlock();
            }
        }

        private Outage current() {
            return outages.of(gate.account, gate.operation);
        }

        private DocprocException notSent(Outage outage) {
            int code = outage.error.getCode();
            return ErrorCode.of(code)
                    .orElseThrow()
                    .refusal(
                            gate.operation,
                            "nothing was sent, because the service has refused calls of the account since "
                                    + outage.since.truncatedTo(ChronoUnit.SECONDS) + " ("
                                    + outage.error.getReason() + ")");
        }

        /**
         * Requires that the account accepts calls, or that this call is the trial.
         *
         * @throws DocprocAccountException if the account refuses calls; nothing was sent
         */
        public void requireAccepted() {
            outages.lock.lock();
            try {
                Outage outage = current();
                if (outage != null && outage != trial) {
                    throw notSent(outage);
                }
            } finally {
                outages.lock.unlock();
            }
        }

        /**
         * Records the result of an attempt.
         *
         * @param failure the failure; null if the service has accepted the call
         * @return whether the call may wait and be made again
         */
        public boolean completed(Throwable failure) {
            DocprocAccountException error = failure instanceof DocprocAccountException account
                            && !(account instanceof DocprocRateLimitException)
                            && account.getCode() != 0
                    ? account
                    : null;
            outages.lock.lock();
            try {
                Outage tried = trial;
                trial = null;
                if (error != null && error.getHttpStatus() != 0) {
                    refusal = error;
                    Outage refused = refused(error);
                    if (tried == refused) {
                        outages.postpone(refused, interval);
                        return waits();
                    }
                }
                if (tried != null && isAccepted(failure)) {
                    outages.byKey.values().remove(tried);
                    LOG.info(
                            "The service accepts calls of {} again; it has refused them since {}",
                            gate.account,
                            tried.since);
                }
                if (tried != null) {
                    outages.postpone(tried, interval);
                }
                return error != null && waits();
            } finally {
                outages.lock.unlock();
            }
        }

        /** Records that an attempt has ended without a call, so that another call is the trial. */
        public void abandoned() {
            Outage tried = trial;
            trial = null;
            if (tried != null) {
                outages.postpone(tried, interval);
            }
        }

        /** Returns whether the call waits for its account. */
        public boolean waits() {
            return !timeout.isZero();
        }

        private Outage refused(DocprocAccountException error) {
            Object key = error instanceof DocprocServiceNotEnabledException
                    ? List.of(gate.account, gate.operation)
                    : gate.account;
            Outage outage = outages.byKey.get(key);
            if (outage == null) {
                outage = new Outage();
                outage.nextCheck = System.nanoTime() + interval.toNanos();
                outages.byKey.put(key, outage);
            }
            if (outage.error == null || outage.error.getCode() != error.getCode()) {
                LOG.warn(
                        "The service refuses calls of {} since {}; they wait, and a check every {} ms lets them continue"
                                + " when the account works: {}",
                        gate.account,
                        outage.since,
                        interval.toMillis(),
                        error.getMessage());
            }
            outage.error = error;
            outage.components.add(AccountErrors.this);
            return outage;
        }

        /** Returns whether the service has accepted the account: it has processed the call, or refused its content. */
        private boolean isAccepted(Throwable failure) {
            return failure == null
                    || (failure instanceof DocprocException response
                            && response.getHttpStatus() != 0
                            && response.getCode() != 0
                            && !response.isRetryable()
                            && !(response instanceof DocprocRateLimitException)
                            && (!(response instanceof DocprocAccountException)
                                    || response instanceof DocprocServiceNotEnabledException));
        }
    }
}
