/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.operation.Outcome.Fact;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asynchronous parse (interface document, endpoint 3): creates a job and returns its id. */
final class ParseAsyncOperation implements Operation {
    private static final int MAX_CORRELATION_ID = 512;

    static final List<Option<?>> OPTIONS = ParseForm.options(Options.WEBHOOK, Options.CORRELATION_ID);

    private final URI url;
    private final ParseForm form;
    private final Submissions submissions;

    ParseAsyncOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/async");
        this.form = new ParseForm(context);
        this.submissions = context.submissions();
    }

    @Override
    public Outcome perform(Invocation invocation) {
        String correlationId = correlationId(invocation);
        ServiceCall call = form.call(invocation, url, parts -> callback(invocation, correlationId)
                .ifPresent(address -> parts.text("webhook", address)));
        StoredAnswer answer = invocation.call(
                call, response -> StoredAnswer.read(response, invocation.spool(), Set.of("message", "job_id")));
        answer.envelope().requireSuccess();
        String jobId = answer.scalar("data", "job_id")
                .filter(id -> !id.isBlank())
                .orElseThrow(() -> new DocprocInvalidResponseException(
                        answer.envelope().failure().withMessage("the answer has no 'data.job_id'"), "", null));
        submissions.submitted(jobId, correlationId);
        return Outcome.of(job(answer, jobId), answer.envelope())
                .with(Fact.JOB_ID, jobId)
                .with(Fact.CORRELATION_ID, correlationId);
    }

    /** The job is created and paid for: whatever else the answer holds, its id is not thrown away. */
    private static ParseJob job(StoredAnswer answer, String jobId) {
        try {
            return answer.payloadAs("data", ParseJob.class);
        } catch (DocprocInvalidResponseException otherShape) {
            return new ParseJob(jobId, null, null, null, null, null);
        }
    }

    private Optional<String> callback(Invocation invocation, String correlationId) {
        return invocation.options().get(Options.WEBHOOK).or(() -> submissions
                .callbackFor(correlationId)
                .map(URI::toString));
    }

    private static String correlationId(Invocation invocation) {
        String id = invocation.options().get(Options.CORRELATION_ID).orElseGet(invocation::defaultCorrelationId);
        return id.substring(0, Math.min(id.length(), MAX_CORRELATION_ID));
    }
}
