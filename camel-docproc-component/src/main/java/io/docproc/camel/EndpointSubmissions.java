/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.job.JobLog;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.operation.Submissions;
import io.docproc.camel.webhook.CallbackSettings;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders callbacks by an endpoint's settings, and writes submitted jobs into the component's log. */
final class EndpointSubmissions implements Submissions {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointSubmissions.class);

    private final DocprocEndpoint endpoint;
    private final CallbackSettings callbacks;

    /** @throws IllegalArgumentException when callbacks are wanted and cannot be signed */
    EndpointSubmissions(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
        this.callbacks = EndpointCallbacks.of(endpoint);
        boolean unsigned =
                callbacks.publicUrl().isPresent() && callbacks.signer().isEmpty();
        if (endpoint.getOperation() == DocprocOperation.parseAsync && unsigned) {
            throw new IllegalArgumentException("Option publicUrl of docproc:parseAsync needs callbackSecret, so that"
                    + " callbacks can be recognized; set it, or give an address of your own as webhook");
        }
    }

    @Override
    public Optional<URI> callbackFor(String correlationId) {
        return callbacks.addressFor(correlationId);
    }

    /** The job is created and paid for: when it cannot be written down, that is no reason to lose it here as well. */
    @Override
    public void submitted(String jobId, String correlationId) {
        JobLog log = endpoint.getComponent().getJobLog();
        if (log == null) {
            return;
        }
        try {
            log.submitted(new SubmittedJob(jobId, correlationId, callbacks.path(), Instant.now(), 0));
        } catch (RuntimeException storeFailed) {
            LOG.error(
                    "Parse job {} ({}) was submitted but cannot be remembered; only its callback will tell of its end",
                    jobId,
                    correlationId,
                    storeFailed);
        }
    }
}
