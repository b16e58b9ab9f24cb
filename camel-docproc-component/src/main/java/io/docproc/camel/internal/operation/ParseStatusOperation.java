/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.model.ParseJob;
import java.util.List;
import java.util.Optional;

/** Operation {@code parseStatus}: requests the status of a parse job (public API reference). Not billed. */
final class ParseStatusOperation implements Operation {
    static final List<CallOption<?>> OPTIONS = List.of(JobStatusRequest.JOB_ID);

    private final JobStatusRequest request;

    ParseStatusOperation(OperationContext context) {
        this.request = new JobStatusRequest(context);
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        String jobId = JobStatusRequest.jobId(invocation);
        SpooledResponse response = request.send(invocation, jobId);
        ParseJob status = response.payloadAs("data", ParseJob.class);
        return OperationResult.of(status, response.envelope())
                .with(ResultHeader.JOB_ID, jobId)
                .with(ResultHeader.STATUS, Optional.ofNullable(status.status()))
                .with(ResultHeader.RESULT_URL, Optional.ofNullable(status.resultUrl()));
    }
}
