/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.DocumentType;
import io.docproc.camel.internal.completion.Callbacks;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ParseJob;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.commons.io.FilenameUtils;

/**
 * Operations {@code parseAsync}, which creates a parse job and returns its id, and {@code parseSync}, which waits for
 * the result (interface document, endpoints 3 and 4), and the jobs of {@code parse}. All send a multipart form with the
 * document and its configuration.
 */
final class ParseOperations {
    private static final long MAX_RESPONSE_BYTES = 4L * 1024 * 1024 * 1024;
    private static final String DATA = "data";
    private static final String PAGES = "pages";
    private static final Set<String> JOB_MEMBERS = Set.of("job_id");
    private static final Set<String> DOCUMENT_MEMBERS = Set.of("job_id", SpooledResponse.SUCCESS_COUNT);

    private final URI url;
    private final JsonOption config;
    private final Callbacks callbacks;

    private ParseOperations(Operation.Settings settings, String path) {
        this.url = settings.main("/api/v1/" + settings.parseService() + path);
        this.config = new JsonOption("config", options -> options.parse().getConfig(), settings);
        this.callbacks = settings.callbacks();
    }

    /** Returns the calls of {@code parseAsync}, which create jobs. */
    static ParseOperations async(Operation.Settings settings) {
        ParseOperations operations = new ParseOperations(settings, "/parse/async");
        operations.callbacks.requireSigner();
        return operations;
    }

    /** Returns the calls that create jobs for {@code parse}, which waits for them. */
    static ParseOperations jobs(Operation.Settings settings) {
        requirePages(settings);
        return new ParseOperations(settings, "/parse/async");
    }

    static Operation sync(Operation.Settings settings) {
        requirePages(settings);
        return new ParseOperations(settings, "/parse/sync")::parseSync;
    }

    private static void requirePages(Operation.Settings settings) {
        CallOptions options = settings.options();
        if (Boolean.FALSE.equals(options.parse().getPages())
                && PAGES.equals(options.document().getOutput())) {
            throw new IllegalArgumentException("docproc:" + settings.name() + ": " + pagesRequired());
        }
    }

    private static String pagesRequired() {
        return "output=pages requires the pages of the response, but pages is false; remove pages=false, or set another"
                + " output";
    }

    /**
     * Creates the job of a document, or finds the one of an earlier call.
     *
     * @param mayHaveResult returns whether a job that was found has a result, or may get one
     */
    Operation.Result parseAsync(Invocation invocation, Predicate<String> mayHaveResult) {
        String correlationId = correlationId(invocation);
        Optional<String> webhook =
                Optional.ofNullable(invocation.options().parse().getWebhook());
        ObjectNode configuration = configuration(invocation.options());
        RequestBodies.MultipartForm form = form(invocation, configuration);
        webhook.or(() -> callbacks
                        .callbackUrl(correlationId, invocation.fileName())
                        .map(URI::toString))
                .ifPresent(address -> form.text("webhook", address));
        if (webhook.isEmpty()) {
            // A job with another webhook is not stored.
            invocation.requireBeforeSending(() -> callbacks.requireRepository(invocation.operation()));
        }
        Optional.ofNullable(invocation.options().parse().getCorrelationId())
                .ifPresent(id -> invocation.keyField("correlationId", () -> id));
        invocation.createsJob(correlationId);
        Supplier<Submission> call = () -> invocation.billedCall(
                call(invocation, configuration, form),
                Submission.class,
                read -> new Submission(
                        invocation
                                .reader(JOB_MEMBERS, ParseOperations::requireJob)
                                .read(read),
                        invocation.correlationId(correlationId)),
                any -> true);
        Submission submission = call.get();
        String found = jobId(submission.response());
        if (invocation.isReused() && !mayHaveResult.test(found)) {
            invocation.forgetJob(found);
            submission = call.get();
            // Another message may have replaced the job meanwhile.
            if (invocation.isReused() && jobId(submission.response()).equals(found)) {
                throw DocprocJobException.withoutResult(
                        ServiceFailure.local(
                                invocation.operation(),
                                0,
                                "the stored parse job of this document has no result, and cannot be removed from the"
                                        + " result repository; delete it there, and retry the call"),
                        found,
                        "",
                        null);
            }
        }
        SpooledResponse response = submission.response();
        String jobId = jobId(response);
        String ofJob = submission.correlationId();
        if (invocation.isReused()) {
            ofJob = callbacks.correlationId(invocation.operation(), jobId).orElse(ofJob);
        }
        invocation.countJob();
        if (webhook.isEmpty()) {
            callbacks.submitted(invocation.operation(), jobId, ofJob, invocation.fileName());
        }
        return Operation.Result.of(job(response, jobId), response.envelope())
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.CORRELATION_ID, ofJob);
    }

    /** The response to a submission, and the correlation id of its callback, which a later message may not have. */
    private record Submission(SpooledResponse response, String correlationId) {}

    /** Returns whether the answer to a submission is the id of a job. */
    static boolean isIdOf(Object answer, String jobId) {
        return jobId(answer instanceof Submission submission ? submission.response() : (SpooledResponse) answer)
                .equals(jobId);
    }

    /** Creates the job of a document, or finds the one of an earlier call, and returns its id. */
    String job(Invocation invocation) {
        ObjectNode configuration = configuration(invocation.options());
        requirePages(invocation.options(), configuration);
        ServiceCall call = call(invocation, configuration, form(invocation, configuration));
        invocation.createsJob("");
        return jobId(invocation.billedDocument(call, JOB_MEMBERS, ParseOperations::requireJob));
    }

    private static void requireJob(SpooledResponse response) {
        response.envelope().requireSuccess(response::whole);
        jobId(response);
    }

    /** Returns the id in the response to a submission. */
    static String jobId(SpooledResponse response) {
        return response.scalar("data.job_id")
                .filter(id -> !id.isBlank())
                .orElseThrow(() -> response.withoutPayload("data.job_id"));
    }

    /** Returns the job. The job is created and billed, so an unexpected response still returns the job id. */
    private static ParseJob job(SpooledResponse response, String jobId) {
        try {
            return response.payloadAs(DATA, ParseJob.class);
        } catch (DocprocInvalidResponseException e) {
            return new ParseJob(jobId, null, null, null, null, null);
        }
    }

    private static String correlationId(Invocation invocation) {
        String id = Optional.ofNullable(invocation.options().parse().getCorrelationId())
                .orElseGet(invocation::defaultCorrelationId);
        if (!Invocation.isCorrelationId(id)) {
            throw invocation.refusal("option correlationId has " + id.length() + " characters; at most "
                    + Invocation.MAX_CORRELATION_ID
                    + " are allowed, without halves of surrogate pairs and the character 0; set another id");
        }
        return id;
    }

    private Operation.Result parseSync(Invocation invocation) {
        ObjectNode configuration = configuration(invocation.options());
        requirePages(invocation.options(), configuration);
        ServiceCall call = call(invocation, configuration, form(invocation, configuration))
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        SpooledResponse response = invocation.billedDocument(call, DOCUMENT_MEMBERS, read -> {
            if (!read.envelope().isPartial()) {
                read.envelope().requireSuccess(read::whole);
                if (read.parsedField().isEmpty()) {
                    throw read.withoutPayload("data' or 'result");
                }
            }
        });
        String payload = response.parsedField().orElse(DATA);
        return invocation
                .result(response.document(), Operation.Result.headers(response.envelope()))
                .with(ResultHeader.JOB_ID, response.scalar(payload + ".job_id"))
                .with(ResultHeader.SUCCESS_COUNT, response.successCount());
    }

    /** Requests the pages if they are the output, because the response contains them on request only. */
    private static void requirePages(OptionValues options, ObjectNode json) {
        if (!PAGES.equals(options.document().getOutput())) {
            return;
        }
        ObjectNode capabilities = RequestFields.object(json, "capabilities", options);
        if (capabilities.path(PAGES).isMissingNode()) {
            capabilities.put(PAGES, true);
        } else if (!capabilities.path(PAGES).asBoolean()) {
            throw options.refusal(pagesRequired());
        }
    }

    /** Returns the JSON of the option {@code config}, with the other options merged over it. */
    private ObjectNode configuration(OptionValues options) {
        ObjectNode json = config.value(options).orElseGet(JsonNodeFactory.instance::objectNode);
        RequestFields.writeJson(options, json);
        return json;
    }

    /** Returns a form with the part {@code file} or {@code file_url}, and {@code config} if any option is set. */
    private static RequestBodies.MultipartForm form(Invocation invocation, ObjectNode configuration) {
        RequestBodies.MultipartForm form = new RequestBodies.MultipartForm();
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            form.text("file_url", fileUrl.get());
        } else {
            Document document = invocation.document(DocumentRules.PARSE);
            String type = document.type().map(DocumentType::contentType).orElse("application/octet-stream");
            String name = document.name().orElse("document");
            form.file("file", name, type, document);
            invocation.keyField(
                    "extension", () -> FilenameUtils.getExtension(name).toLowerCase(Locale.ROOT));
        }
        invocation.keyField("config", () -> RequestJson.canonical(configuration));
        if (!configuration.isEmpty()) {
            form.json("config", RequestJson.bytes(invocation.operation(), configuration));
        }
        return form;
    }

    private ServiceCall call(Invocation invocation, ObjectNode configuration, RequestBodies.MultipartForm form) {
        ServiceCall call = ServiceCall.post(invocation.operation(), url, form.build());
        String password = configuration.at("/document/password").asText("");
        return password.isEmpty() ? call : call.withSecret(password);
    }
}
