/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JobStatus;
import io.docproc.test.ParseJob;
import io.docproc.test.SentCallback;
import io.docproc.test.ServiceRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** State of a parse job. Thread-safe. */
final class JobRecord {
    private final String id;
    private final ServiceRequest request;
    private final CompletionPlan plan;
    private final List<SentCallback> callbacks = new ArrayList<>();
    private JobStatus status = JobStatus.PENDING;
    private boolean claimed;
    private Optional<URI> resultUrl = Optional.empty();
    private Optional<String> message = Optional.empty();

    JobRecord(String id, ServiceRequest request, CompletionPlan plan) {
        this.id = id;
        this.request = request;
        this.plan = plan;
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
        status = status == JobStatus.PENDING ? JobStatus.IN_PROGRESS : status;
    }

    synchronized void complete(URI url) {
        status = JobStatus.COMPLETED;
        resultUrl = Optional.of(url);
    }

    synchronized void fail(String reason) {
        status = JobStatus.FAILED;
        message = Optional.of(reason);
    }

    synchronized void addCallback(SentCallback callback) {
        callbacks.add(callback);
    }

    synchronized ParseJob snapshot() {
        return new ParseJob(id, status, request, resultUrl, message, callbacks);
    }

    /** Returns the JSON of status responses and callbacks. */
    synchronized ObjectNode json() {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("job_id", id).put("status", status.id());
        resultUrl.ifPresent(it -> json.put("result_url", it.toString()));
        message.ifPresent(it -> json.put("message", it));
        return json;
    }
}
