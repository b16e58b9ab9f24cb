/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.body.Documents;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;

/** Parse jobs of one exchange. Counts them, so that each has its own default correlation id. Not thread-safe. */
final class ExchangeJobs {
    private static final String JOBS = "CamelDocprocJobs";

    private final CallOptions options;
    private final Exchange exchange;

    ExchangeJobs(CallOptions options, Exchange exchange) {
        this.options = options;
        this.exchange = exchange;
    }

    /**
     * Returns the correlation id of a job for which the route sets none: the file name of the document, else the
     * exchange id. From the second job of an exchange on, the number of the job is appended to the exchange id.
     */
    String defaultCorrelationId() {
        return options.fromHeader("fileName")
                .map(String.class::cast)
                .or(() -> Documents.fileName(exchange.getMessage())
                        .map(name -> Documents.isConsumedName(exchange.getMessage()) ? name + part() + number() : name))
                .filter(ParseOperations::isCorrelationId)
                .orElseGet(() -> exchange.getExchangeId() + number());
    }

    /**
     * Returns the suffix of a part of a split file or a branch of a multicast. All of them have the name of the consumed
     * file.
     */
    private String part() {
        List<Integer> indexes = Stream.of(ExchangePropertyKey.SPLIT_INDEX, ExchangePropertyKey.MULTICAST_INDEX)
                .map(index -> exchange.getProperty(index, Integer.class))
                .filter(Objects::nonNull)
                .toList();
        return indexes.stream().allMatch(index -> index == 0)
                ? ""
                : indexes.stream().map(index -> "-" + (index + 1)).collect(Collectors.joining());
    }

    private String number() {
        return created() == 0 ? "" : "-" + (created() + 1);
    }

    private int created() {
        return exchange.getProperty(JOBS, 0, Integer.class);
    }

    /** Counts a job that the service has created for this exchange. */
    void count() {
        exchange.setProperty(JOBS, created() + 1);
    }
}
