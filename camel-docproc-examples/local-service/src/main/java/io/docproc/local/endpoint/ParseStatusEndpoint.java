/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.http.Call;
import io.docproc.local.http.Endpoint;
import io.docproc.local.job.ParseJob;
import io.docproc.local.job.ParseJobs;
import java.util.Set;

/** How a job stands (the job status call of the public API reference). */
public final class ParseStatusEndpoint implements Endpoint {
    /** The name that stands for the job's id in the path. */
    public static final String JOB_ID = "job_id";

    private final ParseJobs jobs;

    public ParseStatusEndpoint(ParseJobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public ObjectNode answer(Call call) {
        call.query().allowOnly(Set.of());
        String id = call.pathParameters().get(JOB_ID);
        ParseJob job =
                jobs.find(id).orElseThrow(() -> ParameterError.of(JOB_ID, id, "the id of a job of this service"));
        return JsonNodeFactory.instance.objectNode().set("data", job.poll());
    }
}
