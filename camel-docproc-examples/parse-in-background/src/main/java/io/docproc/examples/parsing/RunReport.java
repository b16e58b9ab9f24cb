/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Results of a run, with all violations of the rule that each document has exactly one result.
 *
 * @param documents number of documents
 * @param results documents whose own result is stored
 * @param failures documents whose job failed
 * @param wrong violations, one sentence each
 * @param lost callbacks that the local service lost
 * @param duplicated callbacks that the local service sent twice
 * @param polled jobs that were polled
 */
public record RunReport(
        int documents, int results, int failures, List<String> wrong, long lost, long duplicated, long polled) {
    private static final JsonMapper JSON = new JsonMapper();

    static RunReport of(List<String> documents, ParsingFolders folders, JobEvents events, ServiceJobs service)
            throws IOException {
        int results = 0;
        int failures = 0;
        List<String> wrong = new ArrayList<>();
        for (String document : documents) {
            long completions = events.completions(document);
            if (completions != 1) {
                wrong.add(document + " was completed " + completions + " times");
            }
            if (hasResult(document, folders)) {
                results++;
            } else if (Files.exists(folders.failed().resolve(document + ".error.txt"))) {
                failures++;
            } else {
                wrong.add(document + " has neither a result nor an error");
            }
        }
        return new RunReport(
                documents.size(),
                results,
                failures,
                List.copyOf(wrong),
                service.count("callback lost"),
                service.count("callback duplicated"),
                service.jobsWith("polled"));
    }

    /** Returns true if the document has its own result. */
    private static boolean hasResult(String document, ParsingFolders folders) throws IOException {
        Path json = folders.outbox().resolve(document + ".json");
        return Files.exists(json)
                && Files.exists(folders.outbox().resolve(document + ".md"))
                && Files.exists(folders.outbox().resolve("originals").resolve(document))
                && JSON.readTree(json.toFile())
                        .at("/metadata/filename")
                        .asText()
                        .equals(document);
    }

    /** Returns true if every document has exactly one result. */
    public boolean isSuccessful() {
        return wrong.isEmpty() && results == documents;
    }

    /** Returns the last line of a run. */
    public String sentence() {
        String once = wrong.isEmpty() ? "each once" : wrong.size() + " wrong";
        String failed = failures == 0 ? "" : ", " + failures + " failed";
        return documents + " documents, " + results + " results" + failed + ", " + once + "; " + lost
                + " callbacks lost, " + duplicated + " sent twice";
    }
}
