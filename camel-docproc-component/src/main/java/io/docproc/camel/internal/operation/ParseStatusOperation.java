/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ParseJob;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Operation {@code parseStatus}: requests the status of a parse job (public API reference). Not billed. */
final class ParseStatusOperation implements Operation {
    private static final int MAX_LENGTH = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}\\p{Zl}\\p{Zp}]");

    /**
     * Matches a path segment {@code .} or {@code ..}, also percent-encoded, because a server may decode the path twice.
     */
    private static final Pattern DOT_SEGMENT =
            Pattern.compile("(?i)(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:$|[/\\\\;?#]|%2f|%5c|%3b|%3f|%23)");

    private static final CallOption<String> JOB_ID = CallOption.text("jobId");

    static final List<CallOption<?>> OPTIONS = List.of(JOB_ID);

    private final String url;

    ParseStatusOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/async/")
                .toString();
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String jobId = jobId(invocation);
        ServiceCall call = ServiceCall.get(invocation.operation(), URI.create(url + encoded(jobId)));
        SpooledResponse response = invocation.successfulCall(call, Set.of());
        ParseJob status = response.payloadAs("data", ParseJob.class);
        return OperationResult.of(status, response.envelope())
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.STATUS, Optional.ofNullable(status.status()))
                .with(ResultHeader.RESULT_URL, Optional.ofNullable(status.resultUrl()));
    }

    private static String jobId(Invocation invocation) {
        String id = invocation.options().get(JOB_ID).orElseGet(() -> fromBody(invocation));
        boolean possible = !id.isBlank()
                && id.length() <= MAX_LENGTH
                && !UNPRINTABLE.matcher(id).find()
                && !DOT_SEGMENT.matcher(id.replaceAll("%(25)+", "%")).find();
        if (!possible) {
            throw invocation
                    .options()
                    .refusal("the job id '" + id.substring(0, Math.min(id.length(), 60))
                            + "' is invalid; allowed are 1 to " + MAX_LENGTH
                            + " characters without control characters and without the path segments . and ..; pass"
                            + " the id that parseAsync returned");
        }
        return id;
    }

    /** Returns the id percent-encoded as a single path segment. */
    private static String encoded(String jobId) {
        return URLEncoder.encode(jobId, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String fromBody(Invocation invocation) {
        if (invocation.body() instanceof ParseJob job && job.jobId() != null) {
            return job.jobId();
        }
        String text = invocation.text();
        if (text != null && !text.isBlank()) {
            return text.strip();
        }
        throw invocation
                .options()
                .refusal("no job id is set; one is required; set the option jobId, the header "
                        + JOB_ID.headerName()
                        + ", or the body to a job id or a ParseJob");
    }
}
