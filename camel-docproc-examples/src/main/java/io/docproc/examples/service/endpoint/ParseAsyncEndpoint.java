/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.service.http.Call;
import io.docproc.examples.service.http.Downloader;
import io.docproc.examples.service.http.Endpoint;
import io.docproc.examples.service.job.ParseJob;
import io.docproc.examples.service.job.ParseJobs;
import io.docproc.examples.service.job.Submission;
import io.docproc.examples.service.parse.ParseService;
import java.io.IOException;
import java.util.Set;

/** Asynchronous parse (interface document, Endpoints 3). */
public final class ParseAsyncEndpoint implements Endpoint {
    private static final Set<String> PARTS = Set.of("file", "file_url", "config", "webhook");

    private final ParseJobs jobs;
    private final Downloader downloader;

    public ParseAsyncEndpoint(ParseJobs jobs, Downloader downloader) {
        this.jobs = jobs;
        this.downloader = downloader;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        ParseRequest request = ParseRequest.read(call, PARTS, downloader);
        ParseService.requireValid(request.config());
        ParseJob job = jobs.submit(new Submission(
                call.scratch().handOver(request.document()),
                request.fileName(),
                request.config(),
                request.webhook(),
                call.origin()));
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.putObject("data").put("job_id", job.id());
        return members;
    }
}
