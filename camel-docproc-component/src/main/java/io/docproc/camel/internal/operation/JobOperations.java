/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.completion.ResultDownloads;
import io.docproc.camel.internal.completion.ResultDownloads.DownloadException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hc.core5.net.PercentCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations on parse jobs (public API reference): {@code parseStatus} requests the status, {@code parseResult} downloads
 * the result, and {@code parse} creates a job, waits for it and downloads its result. The URL of a result is that of a
 * completed job in the body; if there is none, or if it has expired, a status request returns it.
 */
final class JobOperations {
    private static final Logger LOG = LoggerFactory.getLogger(JobOperations.class);
    private static final Duration FIRST_POLL = Duration.ofSeconds(2);
    private static final Duration MAX_POLL_DELAY = Duration.ofSeconds(30);
    /** Number of responses in a row after which a job, or its result, is regarded as missing. */
    private static final int MAX_ATTEMPTS = 3;

    private static final int HTTP_OK = 200;
    private static final Pattern JOB_ID = Pattern.compile("(?=.*\\S)[^\\p{Cntrl}\\p{Cs}\\p{Zl}\\p{Zp}]{1,200}");

    /** Matches a path segment {@code .} or {@code ..}, also percent-encoded, because a server may decode the path twice. */
    private static final Pattern DOT_SEGMENT =
            Pattern.compile("(?i)(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:$|[/\\\\;?#]|%2f|%5c|%3b|%3f|%23)");

    private final String url;
    /** The downloads with the present credentials. */
    private final Supplier<ResultDownloads.Source> results;
    /** Whether a status request is a step of another, billed operation. */
    private final boolean isStep;

    private JobOperations(Operation.Settings settings, boolean isStep) {
        this.url = settings.main("/api/v1/" + settings.parseService() + "/parse/async/")
                .toString();
        this.results = settings.results();
        this.isStep = isStep;
    }

    static Operation status(Operation.Settings settings) {
        return new JobOperations(settings, false)::status;
    }

    static Operation result(Operation.Settings settings) {
        requireDownloads(settings);
        return new JobOperations(settings, false)::result;
    }

    static Operation async(Operation.Settings settings) {
        JobOperations jobs = new JobOperations(settings, true);
        ParseOperations submissions = ParseOperations.async(settings);
        return invocation -> submissions.parseAsync(invocation, jobId -> jobs.mayHaveResult(invocation, jobId));
    }

    static Operation parse(Operation.Settings settings) {
        requireDownloads(settings);
        JobOperations jobs = new JobOperations(settings, true);
        ParseOperations submissions = ParseOperations.jobs(settings);
        return invocation -> jobs.parse(invocation, submissions.job(invocation));
    }

    /** Requires at the start that the options of downloads are valid. */
    private static void requireDownloads(Operation.Settings settings) {
        Objects.requireNonNull(settings.results().get());
    }

    /** Waits for a job that was created for the document of a message, or found, and returns its result. */
    private Operation.Result parse(Invocation invocation, String jobId) {
        invocation.awaitsJob();
        try {
            return poll(invocation, jobId, () -> result(invocation, jobId, completed(invocation, jobId)));
        } catch (DocprocJobException e) {
            boolean mayHaveResult = e.isRetryable() || (e.getCause() instanceof DownloadException && !isExpired(e));
            if (!mayHaveResult) {
                invocation.forgetJob(jobId);
            }
            throw e;
        }
    }

    /** Returns whether a job that an earlier message has created has a result, or may get one. */
    private boolean mayHaveResult(Invocation invocation, String jobId) {
        try {
            return poll(invocation, jobId, () -> isOpen(invocation, jobId));
        } catch (DocprocJobException e) {
            if (e.isRetryable()) {
                throw e;
            }
            return false;
        }
    }

    private boolean isOpen(Invocation invocation, String jobId) {
        try {
            completed(invocation, jobId);
            invocation.jobCompleted();
            return true;
        } catch (DocprocInvalidResponseException e) {
            // The job is known; parseResult reports what is wrong.
            return true;
        } catch (DocprocJobException e) {
            return e.isRetryable();
        }
    }

    /**
     * Polls a job until it has completed. The first request of a job that was found is made at once. A request that exceeds
     * the rate limit is followed by the next one, and so are two in a row that are lost, to which the service responds that
     * it does not have the job, or whose result is not there.
     *
     * @param request requests the status, and throws a retryable exception for a job that has not completed
     * @throws DocprocJobException if the job has no result, or the wait for it has ended
     */
    private <T> T poll(Invocation invocation, String jobId, Supplier<T> request) {
        String status = "";
        int failures = 0;
        int downloads = 0;
        for (int polls = invocation.isReused() ? -1 : 0; ; polls++) {
            Optional<String> end = invocation.pause(
                    polls < 0 ? Duration.ZERO : ServiceAccount.backoff(FIRST_POLL, polls, MAX_POLL_DELAY));
            if (end.isPresent()) {
                throw notCompleted(invocation, jobId, status, end.get());
            }
            try {
                return request.get();
            } catch (DocprocRateLimitException e) {
                LOG.debug("Parse job {} is polled after the cooldown", jobId, e);
            } catch (DocprocJobException e) {
                if (isExpired(e) ? ++downloads == MAX_ATTEMPTS : !e.isRetryable()) {
                    throw e;
                }
                status = e.getStatus();
                failures = 0;
            } catch (DocprocException e) {
                boolean isUnknown = isAboutTheJob(e);
                if (++failures == MAX_ATTEMPTS || !(isUnknown || e instanceof DocprocTransportException)) {
                    throw isUnknown ? unknown(invocation, jobId, e) : e;
                }
                LOG.debug("Parse job {} is polled again: {}", jobId, e.getMessage());
            }
        }
    }

    private static DocprocJobException notCompleted(Invocation invocation, String jobId, String status, String end) {
        String reason = "parse job " + jobId + " has not completed, because " + end + "; its last status is '" + status
                + "'; send the same document again, which continues the job, or request its result with parseResult";
        return DocprocJobException.notCompleted(ServiceFailure.local(invocation.operation(), 0, reason), jobId, status);
    }

    /** Returns whether the service has refused a status request because of the job id, its only parameter. */
    private static boolean isAboutTheJob(DocprocException e) {
        return e instanceof DocprocDocumentException
                || (e.getHttpStatus() != 0 && Set.of(404, 40004).contains(e.getCode()));
    }

    private static DocprocJobException unknown(Invocation invocation, String jobId, DocprocException e) {
        String reason = "the service does not have parse job " + jobId + ": " + e.getMessage();
        ServiceFailure failure = new ServiceFailure(
                        invocation.operation(), e.getCode(), "", e.getRequestId(), e.getHttpStatus(), "GET")
                .withReason(reason);
        return DocprocJobException.withoutResult(failure, jobId, "", e);
    }

    private Operation.Result status(Invocation invocation) {
        String jobId = jobId(invocation);
        SpooledResponse response = request(invocation, jobId);
        ParseJob status = status(response, jobId);
        return Operation.Result.of(status, response.envelope())
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.STATUS, Optional.ofNullable(status.status()))
                .with(ResultHeader.RESULT_URL, Optional.ofNullable(status.resultUrl()));
    }

    private SpooledResponse request(Invocation invocation, String jobId) {
        URI address = URI.create(url + PercentCodec.encode(jobId, StandardCharsets.UTF_8));
        ServiceCall call = ServiceCall.get(invocation.operation(), address);
        return isStep
                ? invocation.successfulCall(DocprocOperation.parseStatus, call)
                : invocation.successfulCall(call, Set.of());
    }

    /** Returns the status in a response, which must be about this job. */
    private static ParseJob status(SpooledResponse response, String jobId) {
        ParseJob status = response.payloadAs("data", ParseJob.class);
        if (status.jobId() != null
                && !status.jobId().isEmpty()
                && !status.jobId().equals(jobId)) {
            throw response.invalid("the response is about parse job " + response.quotation(status.jobId())
                    + " instead of parse job " + jobId);
        }
        return status;
    }

    private Operation.Result result(Invocation invocation) {
        String jobId = jobId(invocation);
        Optional<ParseCompletion> known = job(invocation).filter(job -> jobId.equals(job.jobId()) && hasResult(job));
        try {
            return result(invocation, jobId, known.orElseGet(() -> completed(invocation, jobId)));
        } catch (DocprocJobException e) {
            // The URL of the job in the body may have expired.
            if (known.isEmpty() || !isExpired(e)) {
                throw e;
            }
            return result(invocation, jobId, completed(invocation, jobId));
        }
    }

    private static boolean isExpired(DocprocJobException e) {
        return e.getCause() instanceof DownloadException download
                && download.reason() == DownloadException.Reason.EXPIRED;
    }

    private Operation.Result result(Invocation invocation, String jobId, ParseCompletion job) {
        SpooledResponse response = download(invocation, jobId, job);
        ParsedDocument document = response.downloaded();
        invocation.jobCompleted();
        ServiceFailure details = document.details();
        Map<ResultHeader, Optional<?>> headers = Map.of(
                ResultHeader.CODE, Optional.of(details.code()).filter(code -> code != 0),
                ResultHeader.MESSAGE, Operation.Result.text(details.message()),
                ResultHeader.REQUEST_ID, Operation.Result.text(details.requestId()));
        return invocation
                .result(document, headers)
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.SUCCESS_COUNT, response.successCount())
                .with(ResultHeader.STATUS, job.status())
                .with(ResultHeader.RESULT_URL, job.resultUrl());
    }

    private static boolean hasResult(ParseCompletion job) {
        return job.isCompleted() && job.resultUrl() != null;
    }

    /** Requests the status of a job, and requires that it has a result. */
    private ParseCompletion completed(Invocation invocation, String jobId) {
        SpooledResponse response = request(invocation, jobId);
        ParseCompletion job = ParseCompletion.of(status(response, jobId));
        if (hasResult(job)) {
            return job;
        }
        ServiceFailure failure = response.envelope().failure();
        if (job.isCompleted()) {
            throw response.withoutPayload("data.result_url");
        }
        String status = response.quotation(Optional.ofNullable(job.status()).orElse(""));
        if (job.isFinal()) {
            String reason = job.message() == null ? "" : ": " + response.quotation(job.message());
            throw DocprocJobException.withoutResult(
                    failure.withReason("parse job " + jobId + " has failed" + reason), jobId, status, null);
        }
        throw DocprocJobException.notCompleted(
                failure.withReason("parse job " + jobId + " has not completed; its status is '" + status
                        + "'; request the result again later"),
                jobId,
                status);
    }

    private SpooledResponse download(Invocation invocation, String jobId, ParseCompletion job) {
        SpoolingOutputStream spool = invocation.spool();
        try {
            return results.get()
                    .fetch(
                            invocation.operation(),
                            job.resultUrl(),
                            response -> SpooledResponse.readResult(response, spool));
        } catch (DownloadException e) {
            ServiceFailure failure = failure(invocation, jobId, e.code(), e.httpStatus(), e);
            throw e.reason() == DownloadException.Reason.ERROR
                    ? ErrorCode.exceptionFor(failure)
                    : DocprocJobException.withoutResult(failure, jobId, job.status(), e);
        } catch (UnreadableJsonException e) {
            throw DocprocInvalidResponseException.withResponse(
                    failure(invocation, jobId, 0, HTTP_OK, e), spool.content(), e);
        } catch (IOException e) {
            throw DocprocTransportException.withRetry(failure(invocation, jobId, 0, 0, e), e);
        } catch (Error e) {
            throw DocprocInvalidResponseException.withError(
                    new ServiceFailure(invocation.operation(), 0, "", "", HTTP_OK, "GET")
                            .withReason("reading the result of parse job " + jobId + " failed with "),
                    "",
                    spool.length() == 0 ? null : spool.content(),
                    e);
        }
    }

    private static ServiceFailure failure(
            Invocation invocation, String jobId, int code, int httpStatus, IOException cause) {
        String reason = "the result of parse job " + jobId + " could not be downloaded: " + cause.getMessage();
        return new ServiceFailure(invocation.operation(), code, "", "", httpStatus, "GET").withReason(reason);
    }

    /** Returns the valid job id of the option, else of the body. */
    private static String jobId(Invocation invocation) {
        String id = Optional.ofNullable(invocation.options().parse().getJobId()).orElseGet(() -> fromBody(invocation));
        if (!JOB_ID.matcher(id).matches()
                || DOT_SEGMENT.matcher(id.replaceAll("%(25)+", "%")).find()) {
            throw invocation.refusal("the job id '" + OptionDeclaration.shown(id)
                    + "' is invalid; allowed are 1 to 200 characters without control characters and without the path"
                    + " segments . and ..; pass the id that parseAsync returned");
        }
        return id;
    }

    /** Returns the job in the body, also as the JSON of a queue or a file; empty if the body is neither a job nor a completion. */
    private static Optional<ParseCompletion> job(Invocation invocation) {
        Object body = invocation.body();
        if (body instanceof ParseJob job) {
            return Optional.of(ParseCompletion.of(job));
        }
        if (body instanceof ParseCompletion job) {
            return Optional.of(job);
        }
        // With the option jobId, the body may be anything else, such as a large document.
        return Optional.ofNullable(invocation.options().parse().getJobId() == null ? invocation.text() : null)
                .filter(text -> text.stripLeading().startsWith("{"))
                .map(text -> completion(invocation, text));
    }

    private static ParseCompletion completion(Invocation invocation, String json) {
        String reason = "job_id is missing";
        try {
            ParseCompletion completion = ModelJson.mapper().readValue(json, ParseCompletion.class);
            if (completion.jobId() != null) {
                return completion;
            }
        } catch (JsonProcessingException e) {
            reason = UnreadableJsonException.of(e).getMessage();
        }
        throw invocation.refusal("the body is not the JSON of a job or a completion (" + reason
                + "); set it to a job id, a ParseJob or a ParseCompletion");
    }

    private static String fromBody(Invocation invocation) {
        return job(invocation)
                .map(ParseCompletion::jobId)
                .or(() -> Optional.ofNullable(invocation.text())
                        .map(String::strip)
                        .filter(id -> !id.isEmpty()))
                .orElseThrow(() -> invocation.refusal("no job id is set; one is required; set the option jobId, or the"
                        + " body to a job id or a ParseJob"));
    }
}
