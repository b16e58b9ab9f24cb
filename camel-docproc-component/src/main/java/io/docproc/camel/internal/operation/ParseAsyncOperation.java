/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.webhook.JobSubmissions;
import io.docproc.camel.model.ParseJob;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Operation {@code parseAsync}: creates a parse job and returns its id (interface document, endpoint 3). */
final class ParseAsyncOperation implements Operation {
    static final int MAX_CORRELATION_ID = 512;

    private static final CallOption<String> WEBHOOK = CallOption.url("webhook");
    private static final CallOption<String> CORRELATION_ID = CallOption.text("correlationId");

    static final List<CallOption<?>> OPTIONS = CallOption.concat(ParseForm.OPTIONS, WEBHOOK, CORRELATION_ID);

    private final URI url;
    private final ParseForm form;
    private final JobSubmissions submissions;

    ParseAsyncOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/async");
        this.form = new ParseForm(context);
        this.submissions = context.submissions();
        submissions.requireSigner();
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String correlationId = correlationId(invocation);
        ServiceCall call = form.call(invocation, url, json -> {}, parts -> callback(invocation, correlationId)
                .ifPresent(address -> parts.text("webhook", address)));
        SpooledResponse response = invocation.successfulCall(call, Set.of("job_id"));
        String jobId = response.scalar("data", "job_id")
                .filter(id -> !id.isBlank())
                .orElseThrow(() -> response.withoutPayload("data.job_id"));
        invocation.jobs().count();
        if (invocation.options().get(WEBHOOK).isEmpty()) {
            submissions.submitted(jobId, correlationId);
        }
        return OperationResult.of(job(response, jobId), response.envelope())
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.CORRELATION_ID, correlationId);
    }

    /** Returns the job. The job is created and billed, so an unexpected response still returns the job id. */
    private static ParseJob job(SpooledResponse response, String jobId) {
        try {
            return response.payloadAs("data", ParseJob.class);
        } catch (DocprocInvalidResponseException e) {
            return new ParseJob(jobId, null, null, null, null, null);
        }
    }

    private Optional<String> callback(Invocation invocation, String correlationId) {
        return invocation.options().get(WEBHOOK).or(() -> submissions
                .callbackUrl(correlationId)
                .map(URI::toString));
    }

    private static String correlationId(Invocation invocation) {
        String id = invocation.options().get(CORRELATION_ID).orElseGet(invocation.jobs()::defaultCorrelationId);
        if (id.length() > MAX_CORRELATION_ID) {
            throw invocation
                    .options()
                    .refusal("option correlationId has " + id.length() + " characters; at most " + MAX_CORRELATION_ID
                            + " are allowed; set a shorter id");
        }
        return id;
    }
}
