/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import java.math.BigDecimal;
import java.time.Duration;
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
    private final Supplier<CachedBalanceProbe> account;

    /**
     * The account to check and its limits.
     *
     * @param operation the producer's operation
     * @param baseUrl the address of the service
     * @param interval the maximum age of a cached balance
     * @param minimumBalance the available balance below which the check is down
     */
    public record Subject(String operation, String baseUrl, Duration interval, BigDecimal minimumBalance) {}

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param subject the account to check
     * @param account supplies the balance probe; called only when the check runs
     */
    public AccountHealthCheck(String endpointId, Subject subject, Supplier<CachedBalanceProbe> account) {
        super("camel", "producer:docproc-" + subject.operation() + "-" + endpointId);
        this.subject = subject;
        this.account = account;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("service.url", subject.baseUrl());
        builder.detail("service.operation", subject.operation());
        CachedBalanceProbe check = account.get();
        AccountReport report = check.report(subject.interval());
        report.reading()
                .ifPresent(reading ->
                        builder.detail("account.checked.at", reading.at().toString()));
        switch (report.state()) {
            case CURRENT -> judge(report.reading().orElseThrow(), "", builder);
            case HELD_BACK -> judgeHeldBack(report.reading(), builder);
            case PENDING ->
                builder.down()
                        .message("No answer to the balance call within "
                                + check.timeout().toMillis() + " ms");
        }
    }

    private void judgeHeldBack(Optional<CachedBalance> reading, HealthCheckResultBuilder builder) {
        builder.detail("account.held.back", true);
        String heldBack = "The service is not asked now, because the quota holds calls back";
        reading.ifPresentOrElse(
                known -> judge(known, heldBack + "; at " + known.at() + ": ", builder),
                () -> builder.unknown().message(heldBack));
    }

    private void judge(CachedBalance reading, String introduction, HealthCheckResultBuilder builder) {
        reading.failure().ifPresent(failure -> fail(failure, introduction, builder));
        reading.balance().ifPresent(balance -> {
            BigDecimal available = balance.availableBalance();
            builder.detail("account.balance.available", available.toPlainString());
            if (available.compareTo(subject.minimumBalance()) < 0) {
                builder.detail(
                        "account.balance.minimum", subject.minimumBalance().toPlainString());
                builder.down()
                        .message(introduction + "The available balance is " + available.toPlainString()
                                + ", below minimumBalance "
                                + subject.minimumBalance().toPlainString());
            } else {
                builder.up();
            }
        });
    }

    /** Reports only the class of a foreign exception, because its message may contain secrets. */
    private static void fail(Throwable failure, String introduction, HealthCheckResultBuilder builder) {
        builder.down();
        if (failure instanceof DocprocException known) {
            builder.message(introduction + known.getMessage()).error(known);
            builder.detail(SERVICE_ERROR_CODE, String.valueOf(known.getCode()));
            builder.detail(SERVICE_STATUS_CODE, known.getHttpStatus());
        } else {
            builder.message(introduction + "The balance call failed with "
                    + failure.getClass().getName());
        }
    }
}
