/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.job.JobLog;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells whether a consumer can take completions: not while its job log cannot be read. */
public final class JobLogHealthCheck extends AbstractHealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(JobLogHealthCheck.class);

    private final Supplier<Optional<JobLog>> jobLog;

    /** @param jobLog the component's job log, if one is set */
    public JobLogHealthCheck(String endpointId, Supplier<Optional<JobLog>> jobLog) {
        super("camel", "consumer:docproc-webhook-" + endpointId);
        this.jobLog = jobLog;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        try {
            jobLog.get().ifPresent(log -> builder.detail("jobs.waiting", log.size()));
            builder.up();
        } catch (RuntimeException storeFailed) {
            LOG.warn("The job log cannot be read: {}", storeFailed.toString());
            builder.down()
                    .message("The job log cannot be read: "
                            + storeFailed.getClass().getName());
        }
    }
}
