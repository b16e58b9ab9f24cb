/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JobEvent;
import io.docproc.test.ParameterError;
import io.docproc.test.ParseJob;
import io.docproc.test.RequestDocument;
import io.docproc.test.Responder;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.contract.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** Parse jobs of a service, with their results in files. Thread-safe. */
public final class ParseJobs {
    /** Member of the request body with the job id of a status request. */
    public static final String JOB_ID = "job_id";
    /** Member of the request body with the result id of a download. */
    public static final String RESULT_ID = "result_id";

    private static final int INTERNAL_ERROR = 500;
    private static final int INVALID_URL = 40400;

    private final Settings settings;
    private final CallbackSender callbacks;
    private final ExecutorService workers;
    private final Map<String, JobRecord> jobs = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, JobRecord> jobsByResult = new ConcurrentHashMap<>();

    /**
     * Settings of jobs.
     *
     * @param parser creates the results of jobs that have none of their own
     * @param defaultPlan the plan of jobs without stub
     * @param folder supplies an existing folder for results
     * @param resultPath the path below which results are downloaded
     * @param clock the time of events
     */
    public record Settings(
            Responder parser, CompletionPlan defaultPlan, Supplier<Path> folder, String resultPath, Clock clock) {}

    /** Creates an empty set of jobs. The caller shuts the executor down. */
    public ParseJobs(Settings settings, CallbackSender callbacks, ExecutorService workers) {
        this.settings = settings;
        this.callbacks = callbacks;
        this.workers = workers;
    }

    /** Creates a job and returns the {@code data} of the response. */
    public ObjectNode submit(ServiceRequest request) throws IOException {
        return submit(request, settings.defaultPlan());
    }

    /** Creates a job with a plan and returns the {@code data} of the response. */
    public ObjectNode submit(ServiceRequest request, CompletionPlan plan) throws IOException {
        JobRecord job = new JobRecord(request, plan, settings.clock());
        job.note(JobEvent.Type.SUBMITTED);
        jobs.put(job.id(), job);
        return JsonNodeFactory.instance.objectNode().put(JOB_ID, job.id());
    }

    /** Starts the plan of a job whose id was sent to the client; ignores the ids of other services. */
    public void start(String jobId) {
        JobRecord job = jobs.get(jobId);
        if (job == null) {
            return;
        }
        job.start();
        if (job.plan().mode() == CompletionPlan.Mode.AUTOMATIC) {
            try {
                workers.execute(() -> follow(job));
            } catch (RejectedExecutionException e) {
                // The service is being closed, and its jobs end with it.
                return;
            }
        }
    }

    /** Completes a job with the result of its plan or of the parser. */
    public void complete(String jobId) {
        JobRecord job = claim(jobId);
        finish(job, job.plan().result().orElse(settings.parser()));
    }

    /** Completes a job with this result. */
    public void complete(String jobId, ObjectNode data) {
        finish(claim(jobId), request -> data);
    }

    /** Fails a job. */
    public void fail(String jobId, String message) {
        fail(claim(jobId), message);
    }

    /** Sends the callback of a completed job again. */
    public void repeatCallback(String jobId) {
        JobRecord job = require(jobId);
        if (!job.snapshot().status().isTerminal()) {
            throw new IllegalStateException("Job " + jobId + " is not completed; complete it before its callback.");
        }
        callbacks.repeat(job);
    }

    /** Returns a job. */
    public ParseJob job(String jobId) {
        return require(jobId).snapshot();
    }

    /** Returns all jobs, the oldest first. */
    public List<ParseJob> all() {
        synchronized (jobs) {
            return jobs.values().stream().map(JobRecord::snapshot).toList();
        }
    }

    /** Responds to a status request. */
    public ObjectNode status(ServiceRequest request) {
        String id = request.body().path(JOB_ID).asText();
        return Optional.ofNullable(jobs.get(id))
                .map(JobRecord::poll)
                .orElseThrow(() -> ParameterError.of(JOB_ID, id, "the id of a job of this service"));
    }

    /** Responds to the download of a result. */
    public ObjectNode result(ServiceRequest request) throws IOException {
        String id = request.body().path(RESULT_ID).asText();
        JobRecord job = jobsByResult.get(id);
        if (job == null) {
            throw new ServiceErrorException(
                    INVALID_URL, "invalid request URL: " + request.method() + " " + request.path());
        }
        job.note(JobEvent.Type.FETCHED);
        return (ObjectNode) Json.MAPPER.readTree(file(id).toFile());
    }

    /** Returns whether each job is completed or failed; callbacks may be outstanding. */
    public boolean areAllTerminal() {
        synchronized (jobs) {
            return jobs.values().stream().allMatch(JobRecord::isTerminal);
        }
    }

    private Path file(String resultId) {
        return settings.folder().get().resolve("result-" + resultId + ".json");
    }

    private void follow(JobRecord job) {
        if (!job.claim()) {
            return;
        }
        if (job.plan().failure().isPresent()) {
            fail(job, job.plan().failure().get());
        } else {
            finish(job, job.plan().result().orElse(settings.parser()));
        }
    }

    private void finish(JobRecord job, Responder result) {
        try {
            ObjectNode data = result.respond(job.request());
            String resultId = UUID.randomUUID().toString();
            Json.MAPPER.writeValue(file(resultId).toFile(), data.deepCopy().put(JOB_ID, job.id()));
            jobsByResult.put(resultId, job);
            deleteDocument(job);
            job.complete(URI.create(job.request().origin() + settings.resultPath() + "/" + resultId));
            callbacks.send(job);
        } catch (ServiceErrorException e) {
            fail(job, e.code() + " " + e.getMessage());
        } catch (IOException | RuntimeException | Error e) {
            System.getLogger(ParseJobs.class.getName())
                    .log(System.Logger.Level.WARNING, "Job " + job.id() + " failed", e);
            fail(job, INTERNAL_ERROR + " internal server error");
        }
    }

    private void fail(JobRecord job, String message) {
        deleteDocument(job);
        job.fail(message);
        callbacks.send(job);
    }

    private static void deleteDocument(JobRecord job) {
        job.request().document().map(RequestDocument::file).ifPresent(file -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException("The document of job " + job.id() + " could not be deleted", e);
            }
        });
    }

    private JobRecord claim(String jobId) {
        JobRecord job = require(jobId);
        if (!job.claim()) {
            throw new IllegalStateException("Job " + jobId + " is already "
                    + job.snapshot().status().id() + ", or is being completed; a job can be completed once.");
        }
        return job;
    }

    private JobRecord require(String jobId) {
        JobRecord job = jobs.get(jobId);
        if (job == null) {
            throw new IllegalArgumentException("There is no job " + jobId + "; the jobs since the last reset are "
                    + List.copyOf(jobs.keySet()) + ".");
        }
        return job;
    }
}
