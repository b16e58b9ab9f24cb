/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.call.AccountGate;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness check of the account of a producer's endpoint: whether the service accepts the credentials and the balance
 * is sufficient. Belongs to Camel's health check repository {@code producers}. Never UNKNOWN, which Camel 4.23 takes for
 * not ready.
 */
public final class AccountHealthCheck extends AbstractHealthCheck {
    private final String operation;
    private final String baseUrl;
    private final Duration interval;
    private final BigDecimal minimumBalance;
    private final Supplier<AccountBalance> account;
    private final Supplier<Optional<AccountGate.Outage>> outage;

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param operation the endpoint's operation
     * @param baseUrl the address of the service
     * @param interval maximum age of the balance
     * @param minimumBalance available balance below which the check reports DOWN
     * @param account supplies the balance; called only when the check runs
     * @param outage supplies the outage for which calls wait
     * @throws IllegalArgumentException if minimumBalance is negative or not finite
     */
    public AccountHealthCheck(
            String endpointId,
            String operation,
            String baseUrl,
            Duration interval,
            double minimumBalance,
            Supplier<AccountBalance> account,
            Supplier<Optional<AccountGate.Outage>> outage) {
        super("camel", "producer:docproc-" + operation + "-" + endpointId);
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
        this.operation = operation;
        this.baseUrl = baseUrl;
        this.interval = interval;
        this.minimumBalance = BigDecimal.valueOf(minimumBalance).stripTrailingZeros();
        this.account = account;
        this.outage = outage;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.up().detail("service.url", baseUrl).detail("service.operation", operation);
        AccountBalance.Reading reading = account.get().read(interval);
        builder.detail(
                "account.checked.at",
                reading.at() == null ? "never" : reading.at().toString());
        if (reading.failure() != null) {
            fail(reading.failure(), builder);
        } else if (reading.balance() != null) {
            compare(reading.balance().availableBalance(), builder);
        }
        // Without calls, nothing would end the outage: an application that is not ready gets none.
        outage.get()
                .filter(closed -> closed.waiting() > 0
                        || Duration.between(closed.last(), Instant.now()).compareTo(interval) < 0)
                .ifPresent(closed -> outage(closed, builder));
    }

    private void outage(AccountGate.Outage closed, HealthCheckResultBuilder builder) {
        builder.detail("outage.since", closed.since().toString());
        fail(closed.reason(), builder);
        builder.message(
                "Calls wait since " + closed.since() + ": " + closed.reason().getMessage());
    }

    private void compare(BigDecimal available, HealthCheckResultBuilder builder) {
        builder.detail("account.balance.available", available.toPlainString());
        if (available.compareTo(minimumBalance) < 0) {
            builder.detail("account.balance.minimum", minimumBalance.toPlainString());
            builder.down()
                    .message("The available balance is " + available.toPlainString() + ", below minimumBalance "
                            + minimumBalance.toPlainString() + "; recharge the account");
        }
    }

    /** Reports only the class of a foreign exception, because its message may contain secrets. */
    private static void fail(Throwable failure, HealthCheckResultBuilder builder) {
        builder.down();
        if (failure instanceof DocprocException exception) {
            builder.message(exception.getMessage()).error(exception);
            builder.detail(SERVICE_ERROR_CODE, String.valueOf(exception.getCode()));
            builder.detail(SERVICE_STATUS_CODE, exception.getHttpStatus());
        } else {
            builder.message("The balance call failed with " + failure.getClass().getName());
        }
    }
}
