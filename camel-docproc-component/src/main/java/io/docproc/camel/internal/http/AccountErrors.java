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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
        private final Map<Object, Outage> byKey = new HashMap<>();

        private synchronized Outage of(AccountKey account, String operation) {
            Outage all = byKey.get(account);
            return all == null ? byKey.get(List.of(account, operation)) : all;
        }

        private synchronized Stream<Outage> of(AccountErrors component) {
            return List.copyOf(byKey.values()).stream().filter(outage -> outage.components.contains(component));
        }

        private synchronized void wake() {
            notifyAll();
        }

        private synchronized void remove(AccountErrors component) {
            byKey.values().removeIf(outage -> outage.components.remove(component) && outage.components.isEmpty());
        }
    }

    /** The time from a refused call to the first accepted one. Guarded by the monitor of the outages. */
    private static final class Outage {
        private final Instant since = Instant.now();
        private final Set<AccountErrors> components = ConcurrentHashMap.newKeySet();
        private volatile DocprocAccountException error;
        private long nextCheck;
        private boolean isChecked;

        private Refusal refusal() {
            return new Refusal(since, error);
        }
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
        outages.wake();
    }

    /** Forgets the accounts that only this component uses. */
    public void stop() {
        startShutdown();
        outages.remove(this);
    }

    /** Returns the number of the component's calls that wait for their account. */
    public int callsWaiting() {
        return waiting.get();
    }

    /** Returns the account of the component that has refused calls for the longest time; empty if there is none. */
    public Optional<Refusal> longest() {
        return outages.of(this).map(Outage::refusal).min(Comparator.comparing(Refusal::since));
    }

    /** Returns the account error for which the calls of an operation wait; empty if the account accepts calls. */
    public Optional<Refusal> refusal(URI baseUrl, String appId, String operation) {
        return Optional.ofNullable(outages.of(AccountKey.of(baseUrl, appId), operation))
                .map(Outage::refusal);
    }

    /**
     * Begins a call.
     *
     * @param check returns whether a balance request suggests that calls are accepted again after this error
     * @param timeout maximum wait of the call; zero for a call that does not wait; null for one that takes no notice of
     *     account errors
     * @param isStopped returns whether the route of the call stops
     */
    public Wait call(
            URI baseUrl,
            String appId,
            String operation,
            Predicate<DocprocAccountException> check,
            Duration timeout,
            BooleanSupplier isStopped) {
        return new Wait(AccountKey.of(baseUrl, appId), operation, check, timeout, isStopped);
    }

    /** A call from its arrival on, with all its attempts. Used by one thread at a time. */
    public final class Wait {
        private final Outages shared = outages;
        private final AccountKey account;
        private final String operation;
        private final Predicate<DocprocAccountException> check;
        private final Duration timeout;
        private final BooleanSupplier isStopped;
        private DocprocAccountException refusal;
        private Long deadline;
        private Outage trial;

        private Wait(
                AccountKey account,
                String operation,
                Predicate<DocprocAccountException> check,
                Duration timeout,
                BooleanSupplier isStopped) {
            this.account = account;
            this.operation = operation;
            this.check = check;
            this.timeout = timeout;
            this.isStopped = isStopped;
        }

        /**
         * Waits until the account accepts calls, or until this call becomes the trial.
         *
         * @throws DocprocAccountException if the timeout has expired
         * @throws CancellationException if the component or the route is stopped
         * @throws InterruptedException if the thread is interrupted
         */
        public void await() throws InterruptedException {
            if (timeout == null) {
                return;
            }
            deadline = deadline == null ? System.nanoTime() + timeout.toNanos() : deadline;
            waiting.incrementAndGet();
            boolean usable = false;
            try {
                while (!usable && awaitCheck()) {
                    try {
                        usable = check.test(trial.error);
                    } finally {
                        if (!usable) {
                            abandoned();
                        }
                    }
                }
            } finally {
                waiting.decrementAndGet();
            }
        }

        /** Waits for a check that is due, which this call then makes; returns false if the account accepts calls. */
        private boolean awaitCheck() throws InterruptedException {
            synchronized (shared) {
                for (Outage outage = current(); outage != null; outage = current()) {
                    outage.components.add(AccountErrors.this);
                    if (stopped || isStopped.getAsBoolean()) {
                        throw new CancellationException();
                    }
                    long now = System.nanoTime();
                    if (!outage.isChecked && now - outage.nextCheck >= 0) {
                        outage.isChecked = true;
                        trial = outage;
                        return true;
                    }
                    if (now - deadline >= 0) {
                        throw refusal == null ? notSent(outage) : refusal;
                    }
                    long wait = outage.isChecked ? deadline - now : Math.min(outage.nextCheck, deadline) - now;
                    TimeUnit.NANOSECONDS.timedWait(shared, wait);
                }
                return false;
            }
        }

        private Outage current() {
            return timeout == null ? null : shared.of(account, operation);
        }

        private DocprocException notSent(Outage outage) {
            return ErrorCode.of(outage.error.getCode())
                    .orElseThrow()
                    .refusal(
                            operation,
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
            Outage outage = current();
            if (outage != null && outage != trial) {
                throw notSent(outage);
            }
        }

        /**
         * Records the result of an attempt.
         *
         * @param failure the failure; null if the service has accepted the call
         * @return whether the call may wait and be made again
         */
        public boolean completed(Throwable failure) {
            DocprocAccountException error = failure instanceof DocprocAccountException refused
                            && timeout != null
                            && !(refused instanceof DocprocRateLimitException)
                            && refused.getCode() != 0
                    ? refused
                    : null;
            synchronized (shared) {
                Outage outage = null;
                if (error != null && error.getHttpStatus() != 0) {
                    refusal = error;
                    outage = refused(error);
                }
                if (trial != null && trial != outage && isAccepted(failure)) {
                    shared.byKey.values().remove(trial);
                    LOG.info(
                            "The service accepts calls of {} again; it has refused them since {}",
                            account,
                            trial.since);
                }
                abandoned();
            }
            return error != null && waits();
        }

        /** Ends a trial: postpones the next check, which another call may make. */
        public void abandoned() {
            synchronized (shared) {
                if (trial != null) {
                    trial.nextCheck = System.nanoTime() + interval.toNanos();
                    trial.isChecked = false;
                    trial = null;
                    shared.notifyAll();
                }
            }
        }

        /** Returns whether the call waits for its account. */
        public boolean waits() {
            return timeout != null && !timeout.isZero();
        }

        private Outage refused(DocprocAccountException error) {
            Object key = error instanceof DocprocServiceNotEnabledException ? List.of(account, operation) : account;
            Outage outage = shared.byKey.get(key);
            if (outage == null) {
                outage = new Outage();
                outage.nextCheck = System.nanoTime() + interval.toNanos();
                shared.byKey.put(key, outage);
            }
            if (outage.error == null || outage.error.getCode() != error.getCode()) {
                LOG.warn(
                        "The service refuses calls of {} since {}; they wait, and a check every {} ms lets them continue"
                                + " when the account works: {}",
                        account,
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
