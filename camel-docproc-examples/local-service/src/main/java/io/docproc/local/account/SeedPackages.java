/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import io.docproc.local.Operation;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The packages of a fresh account: one to spend, one exhausted, one expired, and the workflow service's two. */
public final class SeedPackages {
    /** {@code api_path} of the parsing service (interface document, Package quota). */
    public static final String PARSING = Operation.PARSE_SYNC.billedService().orElseThrow();

    /** {@code api_path} that stands for the workflow service, {@code {workflow_path}} in the interface document. */
    public static final String WORKFLOW = "/api/app-api/sip/platform/v2";

    /** The package that document calls are paid from. */
    static final int DOCUMENTS = 1001;

    private SeedPackages() {}

    /**
     * Packages with times around the clock's now.
     *
     * @param calls calls of the package that document operations are paid from
     */
    public static List<ServicePackage> around(Clock clock, int calls) {
        LocalDateTime now = LocalDateTime.now(clock).truncatedTo(ChronoUnit.SECONDS);
        LocalDateTime lastMonth = now.minusMonths(1);
        LocalDateTime nextYear = now.plusYears(1);
        LocalDateTime longAgo = now.minusYears(2);
        List<String> documents = Stream.of(Operation.values())
                .map(Operation::billedService)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        List<String> parsing = List.of(PARSING);
        List<String> workflow = List.of(WORKFLOW);
        return List.of(
                new ServicePackage(DOCUMENTS, documents, calls, calls, lastMonth, lastMonth, nextYear),
                new ServicePackage(1002, parsing, 200, 0, lastMonth, lastMonth, nextYear),
                new ServicePackage(1003, parsing, 500, 120, longAgo, longAgo, lastMonth),
                new ServicePackage(2001, workflow, 100, 100, lastMonth, lastMonth, nextYear),
                new ServicePackage(2002, workflow, 50, 7, longAgo, longAgo, lastMonth));
    }
}
