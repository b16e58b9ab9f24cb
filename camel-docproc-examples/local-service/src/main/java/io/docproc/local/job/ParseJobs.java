/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ServiceException;
import io.docproc.local.parse.FileId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parses documents in the background, a few at a time; keeps the jobs in memory and their results in files. */
public final class ParseJobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ParseJobs.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final Parser parser;
    private final CallbackSender callbacks;
    private final Settings settings;
    private final ExecutorService workers;
    private final Map<String, ParseJob> jobs = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Map<String, Result> results = new ConcurrentHashMap<>();

    private record Result(Path file, ParseJob job) {}

    /** Does the parsing. */
    @FunctionalInterface
    public interface Parser {
        /**
         * Parses a document.
         *
         * @return the result's {@code data}
         */
        ObjectNode parse(Path file, String fileName, ObjectNode config);
    }

    /**
     * How jobs are run.
     *
     * @param atOnce documents parsed at the same time
     * @param form what lies behind a result's URL
     * @param folder an existing folder for results
     * @param clock for time lines
     */
    public record Settings(int atOnce, ResultForm form, Path folder, Clock clock) {}

    /** @param callbacks told of every job that has ended; closed with the jobs */
    public ParseJobs(Parser parser, CallbackSender callbacks, Settings settings) {
        this.parser = parser;
        this.callbacks = callbacks;
        this.settings = settings;
        this.workers = Executors.newFixedThreadPool(settings.atOnce());
    }

    /** Takes a document over and has it parsed as soon as it is its turn. */
    public ParseJob submit(Submission submission) throws IOException {
        ParseJob job = new ParseJob(submission, FileId.of(submission.document()), settings.clock());
        jobs.put(job.id(), job);
        workers.execute(() -> run(job));
        return job;
    }

    /** The job of that id, if there is one. */
    public Optional<ParseJob> find(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /** The file with a result, if there is one of that id; that it was fetched goes into the job's time line. */
    public Optional<Path> fetchResult(String resultId) {
        return Optional.ofNullable(results.get(resultId)).map(result -> {
            result.job().timeLine().note("fetched");
            return result.file();
        });
    }

    /** All jobs with their time lines, the oldest first. */
    public ArrayNode describe() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        snapshot().forEach(job -> all.add(job.describe()));
        return all;
    }

    /** Whether each document that was taken over is parsed, or cannot be; callbacks may still be due. */
    public boolean areAllTerminal() {
        return snapshot().stream().allMatch(ParseJob::isTerminal);
    }

    private Collection<ParseJob> snapshot() {
        synchronized (jobs) {
            return List.copyOf(jobs.values());
        }
    }

    private void run(ParseJob job) {
        job.start();
        Submission submission = job.submission();
        try {
            ObjectNode data = parser.parse(submission.document(), submission.fileName(), submission.config());
            job.complete(submission.origin() + "/_local/results/" + store(data.put("job_id", job.id()), job));
        } catch (ServiceException refused) {
            job.fail(refused.code() + " " + refused.getMessage());
        } catch (IOException | RuntimeException broken) {
            LOG.warn("Job {} broke down", job.id(), broken);
            job.fail("500 internal server error");
        }
        deleteDocument(submission.document());
        callbacks.send(job);
    }

    private String store(ObjectNode data, ParseJob job) throws IOException {
        Path file = Files.createTempFile(settings.folder(), "result", ".json");
        JSON.writeValue(file.toFile(), settings.form().of(data));
        String resultId = UUID.randomUUID().toString();
        results.put(resultId, new Result(file, job));
        return resultId;
    }

    private static void deleteDocument(Path document) {
        try {
            Files.deleteIfExists(document);
        } catch (IOException inUse) {
            LOG.warn("{} could not be deleted", document, inUse);
        }
    }

    /** Breaks off what is being worked on; callbacks that are due are not sent any more. */
    @Override
    public void close() {
        workers.shutdownNow();
        callbacks.close();
    }
}
