/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.job.ParseJobs;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.PathTemplateMatch;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** The local service's own paths about jobs: all jobs with their time lines, and the results. On a worker thread. */
public final class JobPaths {
    /** The name that stands for the result's id in the path. */
    public static final String RESULT_ID = "result_id";

    private final ParseJobs jobs;
    private final HttpHandler unknown;

    /** @param unknown answers for results that there are not */
    public JobPaths(ParseJobs jobs, HttpHandler unknown) {
        this.jobs = jobs;
        this.unknown = unknown;
    }

    /** GET: the jobs, what happened to each and when. */
    public HttpHandler all() {
        return exchange -> new ResponseWriter(exchange, UUID.randomUUID().toString()).json(jobs.describe());
    }

    /** GET: a result. Its id cannot be guessed, and needs no credentials beside it. */
    public HttpHandler result() {
        return exchange -> {
            String id = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY)
                    .getParameters()
                    .get(RESULT_ID);
            Optional<Path> file = jobs.fetchResult(id);
            if (file.isPresent()) {
                send(exchange, file.get());
            } else {
                unknown.handleRequest(exchange);
            }
        };
    }

    private static void send(HttpServerExchange exchange, Path file) throws IOException {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        exchange.setResponseContentLength(Files.size(file));
        try (OutputStream out = exchange.getOutputStream()) {
            Files.copy(file, out);
        }
    }
}
