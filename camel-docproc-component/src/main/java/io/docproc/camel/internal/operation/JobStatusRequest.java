/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Status request for a parse job (public API reference), and the job id that a message refers to. Not billed. */
final class JobStatusRequest {
    static final CallOption<String> JOB_ID = CallOption.text("jobId");

    private static final int MAX_LENGTH = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}\\p{Zl}\\p{Zp}]");

    /**
     * Matches a path segment {@code .} or {@code ..}, also percent-encoded, because a server may decode the path twice.
     */
    private static final Pattern DOT_SEGMENT =
            Pattern.compile("(?i)(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:$|[/\\\\;?#]|%2f|%5c|%3b|%3f|%23)");

    private final String url;

    JobStatusRequest(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/async/")
                .toString();
    }

    /** Requests the status of a job. */
    SpooledResponse send(Invocation invocation, String jobId) {
        ServiceCall call = ServiceCall.get(invocation.operation(), URI.create(url + encoded(jobId)));
        return invocation.successfulCall(call, Set.of());
    }

    /**
     * Returns the job id of the option, else of the body.
     *
     * @throws io.docproc.camel.error.DocprocException if there is no job id, or it is invalid
     */
    static String jobId(Invocation invocation) {
        String id = invocation.options().get(JOB_ID).orElseGet(() -> fromBody(invocation));
        boolean possible = !id.isBlank()
                && id.length() <= MAX_LENGTH
                && !UNPRINTABLE.matcher(id).find()
                && !DOT_SEGMENT.matcher(id.replaceAll("%(25)+", "%")).find();
        if (!possible) {
            throw invocation
                    .options()
                    .refusal("the job id '" + CallOptions.shown(id)
                            + "' is invalid; allowed are 1 to " + MAX_LENGTH
                            + " characters without control characters and without the path segments . and ..; pass"
                            + " the id that parseAsync returned");
        }
        return id;
    }

    /** Returns the job in the body; empty if the body is neither a job nor a completion. */
    static Optional<ParseCompletion> job(Invocation invocation) {
        Object body = invocation.body();
        if (body instanceof ParseJob job) {
            return Optional.of(ParseCompletion.of(job));
        }
        return body instanceof ParseCompletion completion ? Optional.of(completion) : Optional.empty();
    }

    private static String fromBody(Invocation invocation) {
        Optional<String> job = job(invocation).map(ParseCompletion::jobId);
        if (job.isPresent()) {
            return job.get();
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

    /** Returns the id percent-encoded as a single path segment. */
    private static String encoded(String jobId) {
        return URLEncoder.encode(jobId, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
