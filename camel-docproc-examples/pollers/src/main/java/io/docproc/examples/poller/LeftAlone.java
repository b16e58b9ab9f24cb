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
 * Finds out which documents will never be taken: those whose names the routes exclude, and those that stay as they are
 * poll after poll.
 */
final class LeftAlone {
    /** Longer than a document that is ready is left alone because it has just been written. */
    private static final int PATIENCE = 5;

    private final InflightRepository underWay;
    private final AccountErrorRoutePolicy accountErrors;
    private final List<Pattern> excluded;
    private List<WaitingDocument> before = List.of();
    private int pollsBefore;

    /**
     * @param routes which say what they exclude
     * @param accountErrors suspends the routes while no document can be processed
     */
    LeftAlone(CamelContext routes, AccountErrorRoutePolicy accountErrors) {
        this.accountErrors = accountErrors;
        underWay = routes.getInflightRepository();
        excluded = routes.getRoutes().stream()
                .map(route -> route.getEndpoint() instanceof GenericFileEndpoint<?> files
                        ? Optional.ofNullable(files.getExcludePattern())
                        : Optional.<Pattern>empty())
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Whether all that is waiting is left alone; true, too, if nothing is.
     *
     * @param waiting what is in the inbox now
     * @param polls which have found nothing any more, or try in vain to fetch what waits
     */
    boolean are(List<WaitingDocument> waiting, Polls polls) {
        // polls go on while a document that was taken waits for the service's answer
        if (waiting.isEmpty() || underWay.size() > 0 || accountErrors.isPaused() || !waiting.equals(before)) {
            before = waiting;
            pollsBefore = polls.finished();
        }
        boolean allExcluded =
                waiting.stream().allMatch(document -> exclusion(document).isPresent());
        return (polls.idle() && allExcluded) || polls.finished() - pollsBefore >= PATIENCE;
    }

    /** Why a document is left alone, as far as the routes tell. */
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
