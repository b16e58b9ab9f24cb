/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JobEvent;
import io.docproc.test.ParseJob;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** JSON of jobs with their timelines. */
final class JobList {
    private JobList() {}

    static ArrayNode json(List<ParseJob> jobs) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        jobs.forEach(job -> list.add(json(job)));
        return list;
    }

    private static ObjectNode json(ParseJob job) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("job_id", job.id())
                .put("status", job.status().id());
        job.resultUrl().ifPresent(it -> json.put("result_url", it.toString()));
        job.message().ifPresent(it -> json.put("message", it));
        json.put("file_name", job.request().fileName().orElse(""));
        job.request().webhook().ifPresent(it -> json.put("webhook", withoutQuery(it)));
        ArrayNode timeline = json.putArray("timeline");
        job.events().forEach(event -> timeline.add(json(event)));
        return json;
    }

    private static ObjectNode json(JobEvent event) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("at", event.time().toString())
                .put("event", event.type().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        event.detail().ifPresent(it -> json.put("detail", it));
        return json;
    }

    /** The query may contain a signature. */
    private static String withoutQuery(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }
}
