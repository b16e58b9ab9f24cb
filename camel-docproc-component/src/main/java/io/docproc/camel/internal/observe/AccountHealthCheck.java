/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
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
    private final Duration timeout;
    private final BigDecimal minimumBalance;
    private final Supplier<CachedBalance> account;

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param operation the endpoint's operation
     * @param baseUrl the address of the service
     * @param interval maximum age of the balance
     * @param timeout maximum time that the check waits for the service
     * @param minimumBalance available balance below which the check reports DOWN
     * @param account supplies the balance; called only when the check runs
     * @throws IllegalArgumentException if minimumBalance is negative or not finite
     */
    public AccountHealthCheck(
            String endpointId,
            String operation,
            String baseUrl,
            Duration interval,
            Duration timeout,
            double minimumBalance,
            Supplier<CachedBalance> account) {
        super("camel", "producer:docproc-" + operation + "-" + endpointId);
        if (minimumBalance < 0 || !Double.isFinite(minimumBalance)) {
            throw new IllegalArgumentException(
                    "Option minimumBalance is " + minimumBalance + "; allowed is an amount of money from 0 up");
        }
        this.operation = operation;
        this.baseUrl = baseUrl;
        this.interval = interval;
        this.timeout = timeout;
        this.minimumBalance = BigDecimal.valueOf(minimumBalance).stripTrailingZeros();
        this.account = account;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.up().detail("service.url", baseUrl).detail("service.operation", operation);
        account.get().read(interval).ifPresentOrElse(reading -> evaluate(reading, builder), () -> builder.down()
                .message("The balance call has no response within healthCheckTimeout (" + timeout.toMillis()
                        + " ms); check the network and the service"));
    }

    private void evaluate(CachedBalance.Reading reading, HealthCheckResultBuilder builder) {
        builder.detail(
                "account.checked.at",
                reading.at() == null ? "never" : reading.at().toString());
        String introduction = "";
        if (reading.rateLimited()) {
            builder.detail("account.rate.limited", true);
            introduction = "No balance call was made, because the rate limit grants no permit; "
                    + (reading.at() == null ? "the next check calls again" : "last state, at " + reading.at() + ": ");
        }
        if (reading.failure() != null) {
            fail(reading.failure(), introduction, builder);
        } else if (reading.balance() != null) {
            compare(reading.balance().availableBalance(), introduction, builder);
        } else {
            builder.message(introduction);
        }
    }

    private void compare(BigDecimal available, String introduction, HealthCheckResultBuilder builder) {
        builder.detail("account.balance.available", available.toPlainString());
        if (available.compareTo(minimumBalance) < 0) {
            builder.detail("account.balance.minimum", minimumBalance.toPlainString());
            builder.down()
                    .message(introduction + "The available balance is " + available.toPlainString()
                            + ", below minimumBalance " + minimumBalance.toPlainString() + "; recharge the account");
        }
    }

    /** Reports only the class of a foreign exception, because its message may contain secrets. */
    private static void fail(Throwable failure, String introduction, HealthCheckResultBuilder builder) {
        builder.down();
        if (failure instanceof DocprocException exception) {
            builder.message(introduction + exception.getMessage()).error(exception);
            builder.detail(SERVICE_ERROR_CODE, String.valueOf(exception.getCode()));
            builder.detail(SERVICE_STATUS_CODE, exception.getHttpStatus());
        } else {
            builder.message(introduction + "The balance call failed with "
                    + failure.getClass().getName());
        }
    }
}
