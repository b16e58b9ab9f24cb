/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.job.JobRepository;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health check of a webhook consumer. Reports down while the job repository cannot be read, because the consumer cannot
 * accept completions then.
 */
public final class JobRepositoryHealthCheck extends AbstractHealthCheck {
    private static final Logger LOG = LoggerFactory.getLogger(JobRepositoryHealthCheck.class);

    private final Supplier<Optional<JobRepository>> jobRepository;
    private final IntSupplier unstored;

    /**
     * @param endpointId distinguishes this check from those of other endpoints
     * @param jobRepository the component's job repository; empty if none is configured
     * @param unstored the number of submitted jobs that are in memory only, because the job repository does not accept
     *     them
     */
    public JobRepositoryHealthCheck(
            String endpointId, Supplier<Optional<JobRepository>> jobRepository, IntSupplier unstored) {
        super("camel", "consumer:docproc-webhook-" + endpointId);
        this.jobRepository = jobRepository;
        this.unstored = unstored;
    }

    @Override
    protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
        try {
            builder.detail("jobs.unstored", unstored.getAsInt());
            jobRepository.get().ifPresent(repository -> builder.detail("jobs.pending", repository.size()));
            builder.up();
        } catch (RuntimeException e) {
            LOG.warn("The job repository cannot be read; check its database or directory: {}", e.toString());
            builder.down()
                    .message("The job repository cannot be read: "
                            + e.getClass().getName() + "; check its database or directory");
        }
    }
}
