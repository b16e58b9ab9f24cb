/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.webhook.DownloadException;
import io.docproc.camel.internal.webhook.ResultSource;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Operation {@code parseResult}: downloads the result of a parse job. The URL is that of a completed job in the body. If
 * there is none, or if it has expired, a status request returns it. Not billed.
 */
final class ParseResultOperation implements Operation {
    private static final int HTTP_OK = 200;

    static final List<CallOption<?>> OPTIONS =
            List.of(JobStatusRequest.JOB_ID, ParsedOutput.OUTPUT, PartialFailure.OPTION);

    private final JobStatusRequest statusRequest;
    private final Supplier<ResultSource> results;

    ParseResultOperation(OperationContext context) {
        this.statusRequest = new JobStatusRequest(context);
        this.results = context.results();
        CallOptions.check(
                context.name(),
                EndpointSettings.MAX_RESULT_SIZE,
                context.configured(EndpointSettings.MAX_RESULT_SIZE).orElse(null));
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String jobId = JobStatusRequest.jobId(invocation);
        Optional<ParseCompletion> inBody = JobStatusRequest.job(invocation)
                .filter(completed -> jobId.equals(completed.jobId()) && hasResult(completed));
        if (inBody.isPresent()) {
            try {
                return result(invocation, jobId, inBody.get());
            } catch (DocprocJobException e) {
                if (!(e.getCause() instanceof DownloadException download)
                        || download.reason() != DownloadException.Reason.EXPIRED) {
                    throw e;
                }
                return resultAfterExpiry(invocation, jobId, e);
            }
        }
        return result(invocation, jobId, status(invocation, jobId));
    }

    private OperationResult resultAfterExpiry(Invocation invocation, String jobId, DocprocJobException expiry) {
        try {
            return result(invocation, jobId, status(invocation, jobId));
        } catch (DocprocException e) {
            e.addSuppressed(expiry);
            throw e;
        }
    }

    private OperationResult result(Invocation invocation, String jobId, ParseCompletion job) {
        ParsedDocument document = download(invocation, jobId, job);
        ServiceFailure details = document.details();
        Map<ResultHeader, Optional<?>> headers = Map.of(
                ResultHeader.CODE, Optional.of(details.code()).filter(code -> code != 0),
                ResultHeader.MESSAGE, text(details.message()),
                ResultHeader.REQUEST_ID, text(details.requestId()));
        return new OperationResult(ParsedOutput.body(document, invocation), headers)
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.STATUS, job.status())
                .with(ResultHeader.RESULT_URL, job.resultUrl());
    }

    private static Optional<String> text(String text) {
        return Optional.of(text).filter(value -> !value.isEmpty());
    }

    private static boolean hasResult(ParseCompletion job) {
        return job.isCompleted() && job.resultUrl() != null;
    }

    private ParseCompletion status(Invocation invocation, String jobId) {
        SpooledResponse response = statusRequest.send(invocation, jobId);
        ParseCompletion job = ParseCompletion.of(response.payloadAs("data", ParseJob.class));
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

    private ParsedDocument download(Invocation invocation, String jobId, ParseCompletion job) {
        SpoolingOutputStream spool = invocation.spool();
        try {
            return results.get().fetch(invocation.operation(), job.resultUrl(), spool);
        } catch (DownloadException e) {
            throw e.reason() == DownloadException.Reason.ERROR
                    ? error(invocation, jobId, e)
                    : DocprocJobException.withoutResult(failure(invocation, jobId, 0, e), jobId, job.status(), e);
        } catch (UnreadableJsonException e) {
            throw DocprocInvalidResponseException.withResponse(
                    failure(invocation, jobId, HTTP_OK, e), spool.content(), e);
        } catch (IOException e) {
            throw DocprocTransportException.withRetry(failure(invocation, jobId, 0, e), e);
        } catch (Error e) {
            throw DocprocInvalidResponseException.withError(
                    new ServiceFailure(invocation.operation(), 0, "", "", HTTP_OK, "GET")
                            .withReason("reading the result of parse job " + jobId + " failed with "),
                    "",
                    spool.length() == 0 ? null : spool.content(),
                    e);
        }
    }

    private static DocprocException error(Invocation invocation, String jobId, DownloadException e) {
        ServiceFailure failure = failure(invocation, jobId, e.httpStatus(), e);
        return ErrorCode.exceptionFor(
                new ServiceFailure(failure.operation(), e.code(), "", "", failure.httpStatus(), failure.method())
                        .withReason(failure.reason()));
    }

    private static ServiceFailure failure(Invocation invocation, String jobId, int httpStatus, IOException cause) {
        String reason = "the result of parse job " + jobId + " could not be downloaded: " + cause.getMessage();
        return new ServiceFailure(invocation.operation(), 0, "", "", httpStatus, "GET").withReason(reason);
    }
}
