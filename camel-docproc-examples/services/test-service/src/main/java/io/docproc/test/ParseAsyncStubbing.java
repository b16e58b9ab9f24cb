/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.internal.job.CompletionPlan;
import io.docproc.test.internal.job.ParseJobs;
import io.docproc.test.internal.responder.ParsedText;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.util.Map;
import java.util.Set;

/**
 * Programs the responses of {@code parseAsync} and the completion of the jobs. Without a stub a job stays in progress
 * until {@link DocprocTestService#completeJob} or {@link DocprocTestService#failJob}.
 */
public final class ParseAsyncStubbing extends Stubbing<ParseAsyncStubbing> {
    private final ParseJobs jobs;

    ParseAsyncStubbing(StubRegistry<CallAction> registry, ParseJobs jobs) {
        super(Set.of(Operation.PARSE_ASYNC), registry);
        this.jobs = jobs;
    }

    @Override
    ParseAsyncStubbing self() {
        return this;
    }

    /** Completes the job with the default result as soon as the response with the job id is sent. */
    public Stub complete() {
        return submit(CompletionPlan.automatic());
    }

    /** Completes the job as {@link #complete()}, with a document of this text. See {@link ParseStubbing}. */
    public Stub complete(String markdown) {
        return submit(CompletionPlan.withResult(request -> ParsedText.of(request, markdown)));
    }

    /** Completes the job as {@link #complete()}, with this {@code data} as its result. */
    public Stub complete(Map<String, ?> data) {
        ObjectNode json = Payloads.object(data);
        return submit(CompletionPlan.withResult(request -> json.deepCopy()));
    }

    /** Fails the job as soon as the response with the job id is sent. */
    public Stub failJob(String message) {
        return submit(CompletionPlan.failing(message));
    }

    private Stub submit(CompletionPlan plan) {
        return respond(request -> jobs.submit(request, plan));
    }
}
