/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JobEvent;
import io.docproc.test.JobStatus;
import io.docproc.test.ParseJob;
import io.docproc.test.SentCallback;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** State of a parse job. Thread-safe. */
final class JobRecord {
    private final String id;
    private final ServiceRequest request;
    private final CompletionPlan plan;
    private final Optional<String> fileId;
    private final Clock clock;
    private final List<SentCallback> callbacks = new ArrayList<>();
    private final List<JobEvent> events = new ArrayList<>();
    private JobStatus status = JobStatus.PENDING;
    private boolean claimed;
    private Optional<URI> resultUrl = Optional.empty();
    private Optional<String> message = Optional.empty();

    JobRecord(ServiceRequest request, CompletionPlan plan, Clock clock) throws IOException {
        this.id = UUID.randomUUID().toString();
        this.request = request;
        this.plan = plan;
        this.fileId = request.document().isPresent()
                ? Optional.of(request.document().get().fileId())
                : Optional.empty();
        this.clock = clock;
    }

    String id() {
        return id;
    }

    ServiceRequest request() {
        return request;
    }

    CompletionPlan plan() {
        return plan;
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
        resultUrl = Optional.of(url);
        note(JobEvent.Type.FINISHED, status.id());
    }

    synchronized void fail(String reason) {
        status = JobStatus.FAILED;
        message = Optional.of(reason);
        note(JobEvent.Type.FINISHED, status.id());
    }

    synchronized boolean isTerminal() {
        return status.isTerminal();
    }

    synchronized void addCallback(SentCallback callback) {
        callbacks.add(callback);
        JobEvent.Type type =
                switch (callback.kind()) {
                    case REGULAR -> JobEvent.Type.CALLBACK_SENT;
                    case DUPLICATE -> JobEvent.Type.CALLBACK_DUPLICATED;
                    case FORGED -> JobEvent.Type.CALLBACK_FORGED;
                };
        note(type, callback.outcome());
    }

    synchronized void note(JobEvent.Type type) {
        events.add(new JobEvent(clock.instant(), type, Optional.empty()));
    }

    private void note(JobEvent.Type type, String detail) {
        events.add(new JobEvent(clock.instant(), type, Optional.of(detail)));
    }

    synchronized ParseJob snapshot() {
        return new ParseJob(id, status, request, resultUrl, message, callbacks, events);
    }

    /** Returns the {@code data} of a status response. */
    synchronized ObjectNode poll() {
        note(JobEvent.Type.POLLED, status.id());
        ObjectNode json = json();
        fileId.ifPresent(it -> json.put("file_id", it));
        return json;
    }

    /** Returns the JSON of callbacks. */
    synchronized ObjectNode json() {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("job_id", id).put("status", status.id());
        resultUrl.ifPresent(it -> json.put("result_url", it.toString()));
        message.ifPresent(it -> json.put("message", it));
        return json;
    }
}
