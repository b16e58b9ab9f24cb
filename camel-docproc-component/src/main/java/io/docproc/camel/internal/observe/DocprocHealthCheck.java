/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Readiness of a component: DOWN during an outage of one of its accounts, while the available balance is below
 * {@code minimumBalance}, and while the job repository cannot be read. Never waits for the service or a database: both
 * are read in the background. Never UNKNOWN, which Camel 4.23 takes for not ready. Thread-safe.
 */
public final class DocprocHealthCheck extends AbstractHealthCheck {
    private final Component component;
    private final Duration interval;
    private final BigDecimal minimumBalance;
    private final Executor executor;
    private final Supplier<Optional<AccountGate.Outage>> outage;
    private final Reading<BigDecimal> balance = new Reading<>(() -> request().availableBalance());
    private final Optional<Reading<Integer>> jobs;

    /**
     * @param name the component's name
     * @param component makes the balance request, with its own account
     * @param interval maximum age of the balance and of the number of jobs
     * @param minimumBalance available balance below which the check reports DOWN; 0 = the balance is not read
     * @param executor reads the balance and the number of jobs
     * @param outage supplies the outage for which calls wait
     * @param jobs the job repository, if there is one
     */
    public DocprocHealthCheck(
            String name,
            Component component,
            Duration interval,
            double minimumBalance,
            Executor executor,
            Supplier<Optional<AccountGate.Outage>> outage,
            Optional<JobRepository> jobs) {
        super("camel", "producer:" + name);
        this.component = component;
        this.interval = interval;
        this.minimumBalance = BigDecimal.valueOf(minimumBalance).stripTrailingZeros();
        this.executor = executor;
        this.outage = outage;
        this.jobs = jobs.map(repository -> new Reading<>(repository::size));
    }

    /** @throws IllegalArgumentException if minimumBalance is negative or not finite */
    public static void requireAmount(double minimumBalance) {
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
    }

    /**
     * How a reading has ended.
     *
     * @param at the time of its end; null if there was none
     * @param value the last value; null if each reading has failed
     * @param failure the failure; null after a success
     */
    private record Result<T>(Instant at, T value, String failure) {}

    /** Value that is read in the background, at most once in the interval. A reading that takes longer has failed. */
    private final class Reading<T> {
        private final Callable<T> source;
        /** The begin of a reading; null between two. */
        private final AtomicReference<Instant> begin = new AtomicReference<>();

        private volatile Result<T> last = new Result<>(null, null, null);

        Reading(Callable<T> source) {
            this.source = source;
        }

        /** Returns the last result, and begins a reading if it is due. */
        Result<T> get() {
            Instant now = Instant.now();
            if (isOver(last.at, now) && begin.compareAndSet(null, now)) {
                executor.execute(this::read);
            }
            Instant begun = begin.get();
            return begun != null && isOver(begun, now)
                    ? new Result<>(last.at, last.value, "no result since " + begun)
                    : last;
        }

        private boolean isOver(Instant start, Instant now) {
            return start == null || Duration.between(start, now).compareTo(interval) >= 0;
        }

        private void read() {
            try {
                last = new Result<>(Instant.now(), source.call(), null);
            } catch (Exception e) {
                // The message of another exception may contain secrets.
                String failure = e instanceof DocprocException
                        ? e.getMessage()
                        : e.getClass().getName();
                last = new Result<>(Instant.now(), last.value, failure);
            } finally {
                begin.set(null);
            }
        }
    }

    /** Returns the available balance as last read; NaN without a reading. */
    public double available() {
        BigDecimal available = balance.last.value;
        return available == null ? Double.NaN : available.doubleValue();
    }

    /** Returns the number of jobs in the repository as last read; NaN without a reading, or if it has failed. */
    public double pendingJobs() {
        return jobs.map(Reading::get)
                .filter(result -> result.value != null && result.failure == null)
                .map(result -> result.value.doubleValue())
                .orElse(Double.NaN);
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.up();
        if (minimumBalance.signum() > 0) {
            checkBalance(builder);
        }
        jobs.ifPresent(pending -> checkJobs(pending.get(), builder));
        // Without calls, nothing would end the outage: an application that is not ready gets none.
        outage.get()
                .filter(closed -> closed.waiting() > 0 || closed.quiet().compareTo(interval) < 0)
                .ifPresent(closed -> fail(closed, builder));
    }

    private static void fail(AccountGate.Outage closed, HealthCheckResultBuilder builder) {
        DocprocException reason = closed.reason();
        builder.down()
                .message("Calls wait since " + closed.since() + ": " + reason.getMessage())
                .error(reason)
                .detail("outage.since", closed.since().toString())
                .detail(SERVICE_ERROR_CODE, String.valueOf(reason.getCode()))
                .detail(SERVICE_STATUS_CODE, reason.getHttpStatus());
    }

    private static void checkJobs(Result<Integer> pending, HealthCheckResultBuilder builder) {
        if (pending.failure != null) {
            builder.down().message("The job repository cannot be read; check its database or directory");
        } else if (pending.value != null) {
            builder.detail("jobs.pending", pending.value);
        }
    }

    private void checkBalance(HealthCheckResultBuilder builder) {
        Result<BigDecimal> reading = balance.get();
        if (reading.at != null) {
            builder.detail("account.checked.at", reading.at.toString());
        }
        if (reading.failure != null) {
            builder.detail("account.balance.failure", reading.failure);
        }
        if (reading.value != null) {
            builder.detail("account.balance.available", reading.value.toPlainString());
            if (reading.value.compareTo(minimumBalance) < 0) {
                builder.down()
                        .message("The available balance is " + reading.value.toPlainString()
                                + ", below minimumBalance " + minimumBalance.toPlainString()
                                + "; recharge the account");
            }
        }
    }

    private Balance request() throws Exception {
        Endpoint endpoint = component.createEndpoint("docproc:balance");
        try (Producer producer = endpoint.createProducer()) {
            ServiceHelper.startService(endpoint, producer);
            Exchange exchange = endpoint.createExchange();
            producer.process(exchange);
            return exchange.getMessage().getBody(Balance.class);
        }
    }
}
