/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.AccountErrorRoutePolicy;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.spi.InflightRepository;

/**
 * Detects documents that the routes never process: those with excluded names, and those that stay unchanged over
 * several polls.
 */
final class UnprocessedFileDetector {
    /** More polls than a document is skipped for because it was written recently. */
    private static final int MAX_UNCHANGED_POLLS = 5;

    private final InflightRepository inFlight;
    private final AccountErrorRoutePolicy accountErrors;
    private final List<Pattern> excluded;
    private List<WaitingDocument> before = List.of();
    private int pollsBefore;

    /**
     * @param routes contains the routes with their exclude patterns
     * @param accountErrors suspends the routes while no document can be processed
     */
    UnprocessedFileDetector(CamelContext routes, AccountErrorRoutePolicy accountErrors) {
        this.accountErrors = accountErrors;
        inFlight = routes.getInflightRepository();
        excluded = routes.getRoutes().stream()
                .map(route -> route.getEndpoint() instanceof GenericFileEndpoint<?> files
                        ? Optional.ofNullable(files.getExcludePattern())
                        : Optional.<Pattern>empty())
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Returns true if the routes process none of the waiting documents; also true if none is waiting.
     *
     * @param waiting current documents in the inbox
     * @param polls monitor of the polls
     */
    boolean areAllUnprocessed(List<WaitingDocument> waiting, PollMonitor polls) {
        // polling continues while a document waits for the response of the service
        if (waiting.isEmpty() || inFlight.size() > 0 || accountErrors.isPaused() || !waiting.equals(before)) {
            before = waiting;
            pollsBefore = polls.finished();
        }
        boolean allExcluded =
                waiting.stream().allMatch(document -> exclusion(document).isPresent());
        return (polls.idle() && allExcluded) || polls.finished() - pollsBefore >= MAX_UNCHANGED_POLLS;
    }

    /** Returns the reason for which a document is not processed. */
    String reason(WaitingDocument document) {
        return exclusion(document)
                .map(names -> "the route excludes names like " + names.pattern() + "; rename it")
                .orElse("no poll could take it; may it be read, and moved?");
    }

    private Optional<Pattern> exclusion(WaitingDocument document) {
        return excluded.stream()
                .filter(names -> names.matcher(document.name()).matches())
                .findFirst();
    }
}
