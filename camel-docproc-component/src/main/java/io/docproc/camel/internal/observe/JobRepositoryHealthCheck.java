/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Health check of a webhook consumer. Reports down while the job repository cannot be read, because the consumer cannot
 * accept completions then.
 */
public final class JobRepositoryHealthCheck extends AbstractHealthCheck {
    private final ComponentStatus status;
    private final IntSupplier unstored;

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param status the state of the component, whose job repository is checked
     * @param unstored the number of submitted jobs that are in memory only, because the job repository does not accept
     *     them
     */
    public JobRepositoryHealthCheck(String endpointId, ComponentStatus status, IntSupplier unstored) {
        super("camel", "consumer:docproc-webhook-" + endpointId);
        this.status = status;
        this.unstored = unstored;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        OptionalInt pending = status.jobsPending();
        builder.up().detail("jobs.unstored", unstored.getAsInt());
        if (pending.isPresent()) {
            builder.detail("jobs.pending", pending.getAsInt());
        } else if (status.hasJobRepository()) {
            builder.down().message("The job repository cannot be read; check its database or directory");
        }
    }
}
