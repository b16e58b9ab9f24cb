/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** State of a parse job. Thread-safe. */
final class Job {
    final String id = UUID.randomUUID().toString();
    final ServiceRequest request;
    final ParseJobs.Plan plan;
    private final String fileId;
    private final Clock clock;
    private final List<SentCallback> callbacks = new ArrayList<>();
    private final List<JobEvent> events = new ArrayList<>();
    private JobStatus status = JobStatus.PENDING;
    private boolean claimed;
    private URI resultUrl;
    private String message;

    Job(ServiceRequest request, ParseJobs.Plan plan, Clock clock) throws IOException {
        this.request = request;
        this.plan = plan;
        this.fileId = request.document().isPresent() ? request.document().get().fileId() : null;
        this.clock = clock;
        note(JobEvent.Type.SUBMITTED);
    }

    /** Reserves the completion for one caller; returns false if another caller has it. */
    synchronized boolean claim() {
        boolean first = !claimed;
        claimed = true;
        return first;
    }

    synchronized void start() {
        if (status == JobStatus.PENDING) {
            status = JobStatus.IN_PROGRESS;
            note(JobEvent.Type.STARTED);
        }
    }

    synchronized void complete(URI url) {
        status = JobStatus.COMPLETED;
        resultUrl = url;
        note(JobEvent.Type.FINISHED, status.id());
    }

    synchronized void fail(String reason) {
        status = JobStatus.FAILED;
        message = reason;
        note(JobEvent.Type.FINISHED, status.id());
    }

    synchronized JobStatus status() {
        return status;
    }

    synchronized void add(SentCallback callback) {
        callbacks.add(callback);
        String type = callback.kind() == SentCallback.Kind.REGULAR
                ? "SENT"
                : callback.kind() == SentCallback.Kind.DUPLICATE ? "DUPLICATED" : "FORGED";
        note(JobEvent.Type.valueOf("CALLBACK_" + type.toUpperCase(Locale.ROOT)), callback.outcome());
    }

    synchronized void note(JobEvent.Type type) {
        events.add(new JobEvent(clock.instant(), type, Optional.empty()));
    }

    private void note(JobEvent.Type type, String detail) {
        events.add(new JobEvent(clock.instant(), type, Optional.of(detail)));
    }

    synchronized ParseJob snapshot() {
        return new ParseJob(
                id, status, request, Optional.ofNullable(resultUrl), Optional.ofNullable(message), callbacks, events);
    }

    /** Returns the {@code data} of a status response. */
    synchronized ObjectNode poll() {
        note(JobEvent.Type.POLLED, status.id());
        return fileId == null ? json() : json().put("file_id", fileId);
    }

    /** Returns the JSON of callbacks. */
    synchronized ObjectNode json() {
        ObjectNode json = Json.of("job_id", id, "status", status.id());
        if (resultUrl != null) {
            json.put("result_url", resultUrl.toString());
        }
        return message == null ? json : json.put("message", message);
    }
}
