/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Readiness check of a producer's account. Reports whether the service accepts the credentials and whether the balance
 * is sufficient. Belongs to Camel's health check repository {@code producers}.
 */
public final class AccountHealthCheck extends AbstractHealthCheck {
    private final Subject subject;
    private final Supplier<CachedBalanceProbe> probe;

    /**
     * The account to check and its limits.
     *
     * @param operation the producer's operation
     * @param baseUrl the address of the service
     * @param settings the limits
     */
    public record Subject(String operation, String baseUrl, HealthSettings settings) {}

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param subject the account to check
     * @param probe supplies the balance probe; called only when the check runs
     */
    public AccountHealthCheck(String endpointId, Subject subject, Supplier<CachedBalanceProbe> probe) {
        super("camel", "producer:docproc-" + subject.operation() + "-" + endpointId);
        this.subject = subject;
        this.probe = probe;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("service.url", subject.baseUrl());
        builder.detail("service.operation", subject.operation());
        AccountReport report = probe.get().report(subject.settings().interval());
        builder.detail(
                "account.checked.at",
                report.reading().map(reading -> reading.at().toString()).orElse("never"));
        switch (report.state()) {
            case CURRENT -> evaluate(report.reading().orElseThrow(), "", builder);
            case RATE_LIMITED -> evaluateRateLimited(report.reading(), builder);
            case PENDING ->
                builder.down()
                        .message("The balance call has no response within healthCheckTimeout ("
                                + subject.settings().timeout().toMillis() + " ms); check the network and the service");
        }
    }

    private void evaluateRateLimited(Optional<CachedBalance> reading, HealthCheckResultBuilder builder) {
        builder.detail("account.rate.limited", true);
        String notCalled = "No balance call was made, because the rate limit grants no permit";
        reading.ifPresentOrElse(
                last -> evaluate(last, notCalled + "; last state, at " + last.at() + ": ", builder),
                // Not UNKNOWN, which Camel 4.23 takes for not ready: nothing is known against the account.
                () -> builder.up().message(notCalled + "; the next check calls again"));
    }

    private void evaluate(CachedBalance reading, String introduction, HealthCheckResultBuilder builder) {
        reading.failure().ifPresent(failure -> fail(failure, introduction, builder));
        reading.balance().ifPresent(balance -> {
            BigDecimal available = balance.availableBalance();
            BigDecimal minimum = subject.settings().minimumBalance();
            builder.detail("account.balance.available", available.toPlainString());
            if (available.compareTo(minimum) < 0) {
                builder.detail("account.balance.minimum", minimum.toPlainString());
                builder.down()
                        .message(introduction + "The available balance is " + available.toPlainString()
                                + ", below minimumBalance " + minimum.toPlainString() + "; recharge the account");
            } else {
                builder.up();
            }
        });
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
