/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** Parse jobs of a service, with their results in files. Thread-safe. */
final class ParseJobs implements AutoCloseable {
    private final ServiceState state;
    private final Callbacks callbacks;
    private final ExecutorService workers = Executors.newFixedThreadPool(8, TestServer::daemon);
    private final Map<String, Job> jobs = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Result> results = new ConcurrentHashMap<>();

    private record Result(Job job, Path file) {}

    /**
     * Completion of a job.
     *
     * @param automatic whether the service completes the job as soon as the response with its id is sent
     * @param result creates the result; null for the parser of the service
     * @param failure the reason of a job that fails, or blank
     */
    record Plan(boolean automatic, Responder result, String failure) {
        static final Plan MANUAL = new Plan(false, null, "");
        static final Plan AUTOMATIC = new Plan(true, null, "");
    }

    ParseJobs(ServiceState state) {
        this.state = state;
        this.callbacks = new Callbacks(state);
    }

    /** Creates a job and returns the {@code data} of the response. */
    ObjectNode submit(ServiceRequest request) throws IOException {
        return submit(request, state.settings.plan);
    }

    ObjectNode submit(ServiceRequest request, Plan plan) throws IOException {
        Job job = new Job(request, plan, state.settings.clock);
        jobs.put(job.id, job);
        return Json.of("job_id", job.id);
    }

    /** Starts the plan of a job whose id was sent to the client; ignores the ids of other services. */
    void start(String jobId) {
        Job job = jobs.get(jobId);
        if (job == null) {
            return;
        }
        job.start();
        if (job.plan.automatic()) {
            try {
                workers.execute(() -> follow(job));
            } catch (RejectedExecutionException e) {
                // The service is being closed, and its jobs end with it.
                return;
            }
        }
    }

    private void follow(Job job) {
        if (!job.claim()) {
            return;
        }
        if (job.plan.failure().isEmpty()) {
            finish(job, result(job));
        } else {
            fail(job, job.plan.failure());
        }
    }

    private Responder result(Job job) {
        return job.plan.result() == null ? state.responder(Operation.PARSE_SYNC, Samples::parsed) : job.plan.result();
    }

    void complete(String jobId) {
        Job job = claim(jobId);
        finish(job, result(job));
    }

    void complete(String jobId, ObjectNode data) {
        finish(claim(jobId), request -> data);
    }

    void fail(String jobId, String message) {
        fail(claim(jobId), message);
    }

    void repeatCallback(String jobId) {
        if (!require(jobId).status().isTerminal()) {
            throw new IllegalStateException("Job " + jobId + " is not completed; complete it before its callback.");
        }
        callbacks.repeat(require(jobId));
    }

    ParseJob job(String jobId) {
        return require(jobId).snapshot();
    }

    List<ParseJob> all() {
        synchronized (jobs) {
            return jobs.values().stream().map(Job::snapshot).toList();
        }
    }

    boolean areAllTerminal() {
        synchronized (jobs) {
            return jobs.values().stream().allMatch(it -> it.status().isTerminal());
        }
    }

    /** Responds to a status request. */
    ObjectNode status(ServiceRequest request) {
        String id = request.body().path("id").asText();
        if (!jobs.containsKey(id)) {
            throw ParameterError.of("job_id", id, "the id of a job of this service");
        }
        return jobs.get(id).poll();
    }

    /** Responds to the download of a result. */
    ObjectNode result(ServiceRequest request) throws IOException {
        Result result = results.get(request.body().path("id").asText());
        if (result == null) {
            throw Endpoint.notFound(request);
        }
        result.job().note(JobEvent.Type.FETCHED);
        return (ObjectNode) Json.MAPPER.readTree(result.file().toFile());
    }

    private void finish(Job job, Responder responder) {
        try {
            ObjectNode data = responder.respond(job.request);
            Path file = state.server.newFile();
            Json.MAPPER.writeValue(file.toFile(), data.deepCopy().put("job_id", job.id));
            String resultId = UUID.randomUUID().toString();
            results.put(resultId, new Result(job, file));
            deleteDocument(job);
            job.complete(URI.create(job.request.origin() + "/results/" + resultId));
            callbacks.send(job);
        } catch (ServiceErrorException e) {
            fail(job, e.code() + " " + e.getMessage());
        } catch (IOException | RuntimeException | Error e) {
            System.getLogger(ParseJobs.class.getName())
                    .log(System.Logger.Level.WARNING, "Job " + job.id + " failed", e);
            fail(job, "500 internal server error");
        }
    }

    private void fail(Job job, String message) {
        deleteDocument(job);
        job.fail(message);
        callbacks.send(job);
    }

    private static void deleteDocument(Job job) {
        job.request.document().map(RequestDocument::file).ifPresent(file -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException("The document of job " + job.id + " could not be deleted", e);
            }
        });
    }

    private Job claim(String jobId) {
        Job job = require(jobId);
        if (!job.claim()) {
            throw new IllegalStateException("Job " + jobId + " is already "
                    + job.status().id() + ", or is being completed; a job can be completed once.");
        }
        return job;
    }

    private Job require(String jobId) {
        Job job = jobs.get(jobId);
        if (job == null) {
            throw new IllegalArgumentException("There is no job " + jobId + "; the jobs since the last reset are "
                    + List.copyOf(jobs.keySet()) + ".");
        }
        return job;
    }

    /** Returns the threads of jobs and callbacks. */
    List<ExecutorService> threads() {
        return List.of(workers, callbacks.threads);
    }

    /** Discards jobs and callbacks that are not completed. */
    @Override
    public void close() {
        threads().forEach(ExecutorService::shutdownNow);
    }
}
