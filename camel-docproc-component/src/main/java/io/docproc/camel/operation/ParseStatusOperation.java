/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.operation.Outcome.Fact;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** How a parse job stands (from the public API reference). Costs nothing. */
final class ParseStatusOperation implements Operation {
    private static final Pattern JOB_ID = Pattern.compile("(?!\\.+$)[A-Za-z0-9._~-]{1,200}");

    static final List<Option<?>> OPTIONS = List.of(Options.JOB_ID);

    private final URI url;

    ParseStatusOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/async/");
    }

    @Override
    public Outcome perform(Invocation invocation) {
        String jobId = jobId(invocation);
        ServiceCall call = ServiceCall.get(invocation.operation(), url.resolve(jobId), Map.of());
        StoredAnswer answer =
                invocation.call(call, response -> StoredAnswer.read(response, invocation.spool(), Set.of("message")));
        answer.envelope().requireSuccess();
        ParseJob status = answer.payloadAs("data", ParseJob.class);
        return Outcome.of(status, answer.envelope())
                .with(Fact.JOB_ID, jobId)
                .with(Fact.STATUS, Optional.ofNullable(status.status()))
                .with(Fact.RESULT_URL, Optional.ofNullable(status.resultUrl()));
    }

    private static String jobId(Invocation invocation) {
        String id = invocation.options().get(Options.JOB_ID).orElseGet(() -> fromBody(invocation));
        if (!JOB_ID.matcher(id).matches()) {
            throw refused(
                    invocation,
                    "the job id '" + id.substring(0, Math.min(id.length(), 60))
                            + "' cannot be one; allowed are up to 200 letters, digits and the characters . _ ~ -,"
                            + " not dots alone");
        }
        return id;
    }

    private static String fromBody(Invocation invocation) {
        if (invocation.body() instanceof ParseJob job && job.jobId() != null) {
            return job.jobId();
        }
        String text = invocation.text();
        if (text != null && !text.isBlank()) {
            return text.strip();
        }
        throw refused(
                invocation,
                "there is no job id: set the option jobId, the header " + Options.JOB_ID.headerName()
                        + ", or the body to a job id or a ParseJob");
    }

    private static DocprocException refused(Invocation invocation, String reason) {
        return ErrorCode.PARAMETER_ERROR.refusal(invocation.operation(), reason);
    }
}
