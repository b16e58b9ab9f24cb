/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.http.Call;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.Endpoint;
import io.docproc.local.job.ParseJob;
import io.docproc.local.job.ParseJobs;
import io.docproc.local.job.Submission;
import io.docproc.local.parse.ParseService;
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
                call.tempFiles().handOver(request.document()),
                request.fileName(),
                request.config(),
                request.webhook(),
                call.origin()));
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.putObject("data").put("job_id", job.id());
        return members;
    }
}
