/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/** A document's way from its submission to its result. */
public final class ParseJob {
    private final String id = UUID.randomUUID().toString();
    private final String fileId;
    private final Submission submission;
    private final TimeLine timeLine;
    private volatile State state = new State(JobStatus.PENDING, Optional.empty(), Optional.empty());

    /**
     * @param resultUrl there once the job is completed
     * @param message there once the job has failed
     */
    private record State(JobStatus status, Optional<String> resultUrl, Optional<String> message) {}

    ParseJob(Submission submission, String fileId, Clock clock) {
        this.submission = submission;
        this.fileId = fileId;
        this.timeLine = new TimeLine(clock);
        timeLine.note("submitted");
    }

    /** What tells the job from all others. */
    public String id() {
        return id;
    }

    /** The {@code data} of the job status call; the question goes into the time line. */
    public ObjectNode poll() {
        State now = state;
        timeLine.note("asked", now.status().id());
        return head(now).put("file_id", fileId);
    }

    Submission submission() {
        return submission;
    }

    String fileId() {
        return fileId;
    }

    TimeLine timeLine() {
        return timeLine;
    }

    void start() {
        state = new State(JobStatus.IN_PROGRESS, Optional.empty(), Optional.empty());
        timeLine.note("started");
    }

    void complete(String resultUrl) {
        state = new State(JobStatus.COMPLETED, Optional.of(resultUrl), Optional.empty());
        timeLine.note("finished", JobStatus.COMPLETED.id());
    }

    void fail(String message) {
        state = new State(JobStatus.FAILED, Optional.empty(), Optional.of(message));
        timeLine.note("finished", JobStatus.FAILED.id());
    }

    boolean isTerminal() {
        JobStatus status = state.status();
        return status == JobStatus.COMPLETED || status == JobStatus.FAILED;
    }

    /** The body of the callback (interface document, Events). */
    ObjectNode event() {
        return head(state);
    }

    /** Everything but the webhook's query, which may hold a signature. */
    ObjectNode describe() {
        ObjectNode json = head(state).put("file_name", submission.fileName());
        submission.webhook().map(ParseJob::withoutQuery).ifPresent(url -> json.put("webhook", url));
        json.set("timeline", timeLine.json());
        return json;
    }

    private ObjectNode head(State now) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("job_id", id)
                .put("status", now.status().id());
        now.resultUrl().ifPresent(url -> json.put("result_url", url));
        now.message().ifPresent(message -> json.put("message", message));
        return json;
    }

    private static String withoutQuery(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }
}
