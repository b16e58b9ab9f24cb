/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Tells whether the service takes a producer's credentials and the account has money: a readiness check in Camel's
 * repository {@code producers}.
 */
public final class AccountHealthCheck extends AbstractHealthCheck {
    private final Subject subject;
    private final Supplier<AccountCheck> account;

    /**
     * What is checked.
     *
     * @param operation the producer's operation
     * @param baseUrl the address of the service
     * @param interval how old an answer may be
     * @param minimumBalance the available balance below which the account is down
     */
    public record Subject(String operation, String baseUrl, Duration interval, BigDecimal minimumBalance) {}

    /**
     * @param endpointId tells this check from those of other endpoints
     * @param subject what is checked
     * @param account knows how the account does; only asked for when the check is called
     */
    public AccountHealthCheck(String endpointId, Subject subject, Supplier<AccountCheck> account) {
        super("camel", "producer:docproc-" + subject.operation() + "-" + endpointId);
        this.subject = subject;
        this.account = account;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        builder.detail("service.url", subject.baseUrl());
        builder.detail("service.operation", subject.operation());
        AccountCheck check = account.get();
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

    private void judgeHeldBack(Optional<AccountReading> reading, HealthCheckResultBuilder builder) {
        builder.detail("account.held.back", true);
        String heldBack = "The service is not asked now, because the quota holds calls back";
        reading.ifPresentOrElse(
                known -> judge(known, heldBack + "; at " + known.at() + ": ", builder),
                () -> builder.unknown().message(heldBack));
    }

    private void judge(AccountReading reading, String introduction, HealthCheckResultBuilder builder) {
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

    /** The message of an exception that is not the component's is not shown: nobody has redacted it. */
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
