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
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * {@code minimumBalance}, and while the job repository cannot be read. Never waits for the service: the balance is read in
 * the background. Never UNKNOWN, which Camel 4.23 takes for not ready. Thread-safe.
 */
public final class DocprocHealthCheck extends AbstractHealthCheck {
    private final Component component;
    private final Duration interval;
    private final BigDecimal minimumBalance;
    private final Executor executor;
    private final Supplier<Optional<AccountGate.Outage>> outage;
    private final Optional<JobRepository> jobs;

    private final AtomicBoolean isReading = new AtomicBoolean();
    private volatile Reading last = new Reading(null, null, null);

    /**
     * @param name the component's name
     * @param component makes the balance request, with its own account
     * @param interval maximum age of the balance
     * @param minimumBalance available balance below which the check reports DOWN; 0 = the balance is not read
     * @param executor runs the balance request
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
        this.jobs = jobs;
    }

    /** @throws IllegalArgumentException if minimumBalance is negative or not finite */
    public static void requireAmount(double minimumBalance) {
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
    }

    /**
     * The last balance request.
     *
     * @param at the time of its response; null if there was no request
     * @param available the available balance; null if the request failed
     * @param failure the failure
     */
    private record Reading(Instant at, BigDecimal available, String failure) {}

    /** Returns the available balance as last read; NaN without a reading. */
    public double available() {
        BigDecimal available = last.available;
        return available == null ? Double.NaN : available.doubleValue();
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.up();
        if (minimumBalance.signum() > 0) {
            checkBalance(builder);
        }
        jobs.ifPresent(repository -> checkJobs(repository, builder));
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

    private void checkJobs(JobRepository repository, HealthCheckResultBuilder builder) {
        try {
            builder.detail("jobs.pending", repository.size());
        } catch (RuntimeException e) {
            builder.down().message("The job repository cannot be read; check its database or directory");
        }
    }

    private void checkBalance(HealthCheckResultBuilder builder) {
        Reading reading = last;
        boolean isDue = reading.at == null
                || Duration.between(reading.at, Instant.now()).compareTo(interval) >= 0;
        if (isDue && isReading.compareAndSet(false, true)) {
            executor.execute(this::read);
        }
        if (reading.at != null) {
            builder.detail("account.checked.at", reading.at.toString());
        }
        if (reading.failure != null) {
            builder.detail("account.balance.failure", reading.failure);
        }
        if (reading.available != null) {
            builder.detail("account.balance.available", reading.available.toPlainString());
            if (reading.available.compareTo(minimumBalance) < 0) {
                builder.down()
                        .message("The available balance is " + reading.available.toPlainString()
                                + ", below minimumBalance " + minimumBalance.toPlainString()
                                + "; recharge the account");
            }
        }
    }

    private void read() {
        try {
            last = new Reading(Instant.now(), request().availableBalance(), null);
        } catch (Exception e) {
            // The message of another exception may contain secrets.
            String failure = e instanceof DocprocException
                    ? e.getMessage()
                    : e.getClass().getName();
            last = new Reading(Instant.now(), last.available, failure);
        } finally {
            isReading.set(false);
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
