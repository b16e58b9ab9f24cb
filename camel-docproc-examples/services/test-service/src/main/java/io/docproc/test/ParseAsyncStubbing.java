/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Programs the responses of {@code parseAsync}, and the completion of its jobs and of those of {@code parse}. Without a stub a job stays in progress
 * until {@link DocprocTestService#completeJob} or {@link DocprocTestService#failJob}.
 */
public final class ParseAsyncStubbing extends Stubbing<ParseAsyncStubbing> {
    private final ParseJobs jobs;

    ParseAsyncStubbing(List<Stub> stubs, ParseJobs jobs) {
        super(Set.of(Operation.PARSE_ASYNC), stubs);
        this.jobs = jobs;
    }

    /** Completes the job with the default result as soon as the response with the job id is sent. */
    public Stub complete() {
        return submit(ParseJobs.Plan.AUTOMATIC);
    }

    /** Completes the job as {@link #complete()}, with a document of this text. See {@link ParseStubbing}. */
    public Stub complete(String markdown) {
        return submit(new ParseJobs.Plan(true, request -> Samples.parsed(request, markdown), ""));
    }

    /** Completes the job as {@link #complete()}, with this {@code data} as its result. */
    public Stub complete(Map<String, ?> data) {
        ObjectNode json = Json.MAPPER.valueToTree(data);
        return submit(new ParseJobs.Plan(true, request -> json, ""));
    }

    /** Fails the job as soon as the response with the job id is sent. */
    public Stub failJob(String message) {
        return submit(new ParseJobs.Plan(true, request -> Json.of(), message));
    }

    private Stub submit(ParseJobs.Plan plan) {
        return respond(request -> jobs.submit(request, plan));
    }
}
