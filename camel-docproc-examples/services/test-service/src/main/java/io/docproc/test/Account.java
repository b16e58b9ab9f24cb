/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Balance, packages and rate limit. Billed calls use up packages first, then the balance. Thread-safe. */
final class Account {
    static final String CROP = "/ai/service/v1/crop_enhance_image";
    static final String EXTRACT = "/ai/service/v3/entity_extraction";
    static final String PARSING = "/ai/service/v1/pdf_to_markdown";
    static final String WORKFLOW = "/api/app-api/sip/platform/v2";
    /** The values of {@code api_path}. */
    static final List<String> WITH_PACKAGES = List.of(PARSING, WORKFLOW);

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final Settings settings;
    private final Clock clock;
    private final List<PrepaidCalls> packages;
    private final Deque<Instant> admitted = new ArrayDeque<>();
    private int callsPerSecond;
    private BigDecimal available;

    /** A number of prepaid calls (interface document, Package record). */
    private static final class PrepaidCalls {
        final int id;
        final List<String> services;
        final LocalDateTime start;
        final LocalDateTime end;
        int total;
        int remaining;

        PrepaidCalls(int id, List<String> services, int total, int remaining, LocalDateTime start, LocalDateTime end) {
            this.id = id;
            this.services = services;
            this.total = total;
            this.remaining = remaining;
            this.start = start;
            this.end = end;
        }

        boolean isInEffect(LocalDateTime now) {
            return !now.isBefore(start) && !now.isAfter(end);
        }
    }

    /** Creates an account with packages around a time. */
    Account(Settings settings, Instant openedAt) {
        this.settings = settings;
        clock = settings.clock;
        available = settings.available;
        callsPerSecond = settings.requestsPerSecond;
        LocalDateTime now = LocalDateTime.ofInstant(openedAt, clock.getZone()).truncatedTo(ChronoUnit.SECONDS);
        LocalDateTime month = now.minusMonths(1);
        LocalDateTime year = now.plusYears(1);
        LocalDateTime past = now.minusYears(2);
        int calls = settings.packageCalls;
        packages = List.of(
                new PrepaidCalls(1001, List.of(CROP, EXTRACT, PARSING), calls, calls, month, year),
                new PrepaidCalls(1002, List.of(PARSING), 200, 0, month, year),
                new PrepaidCalls(1003, List.of(PARSING), 500, 120, past, month),
                new PrepaidCalls(2001, List.of(WORKFLOW), 100, 100, month, year),
                new PrepaidCalls(2002, List.of(WORKFLOW), 50, 7, past, month));
    }

    /**
     * Charges a call before it is processed, so that concurrent calls cannot spend the same funds.
     *
     * @return empty if the operation is not billed
     * @throws ServiceErrorException 40003 if neither a package nor the balance covers the call
     */
    synchronized Optional<Charge> charge(Operation operation) {
        if (!operation.isBilled()) {
            return Optional.empty();
        }
        String service = operation == Operation.CROP ? CROP : operation == Operation.EXTRACT ? EXTRACT : PARSING;
        LocalDateTime now = LocalDateTime.now(clock);
        for (PrepaidCalls it : packages) {
            if (it.remaining > 0 && it.isInEffect(now) && it.services.contains(service)) {
                it.remaining--;
                return Optional.of(Charge.toPackage(it.id));
            }
        }
        if (available.compareTo(settings.price) < 0) {
            throw ErrorCodes.refusal(40003, "");
        }
        available = available.subtract(settings.price);
        return Optional.of(Charge.toBalance(settings.price));
    }

    /** Takes back the charge of a call that failed. */
    synchronized void refund(Charge charge) {
        packages.stream().filter(it -> it.id == charge.packageId().orElse(0)).forEach(it -> it.remaining++);
        available = available.add(charge.amount());
    }

    /** Counts a call of the rate limit; throws 40306, and does not count, if there are too many within a second. */
    synchronized void admit() {
        Instant now = clock.instant();
        while (!admitted.isEmpty() && !admitted.peekFirst().isAfter(now.minusSeconds(1))) {
            admitted.removeFirst();
        }
        if (callsPerSecond > 0 && admitted.size() >= callsPerSecond) {
            throw ErrorCodes.refusal(40306, ": at most " + callsPerSecond + " a second");
        }
        if (callsPerSecond > 0) {
            admitted.addLast(now);
        }
    }

    synchronized BigDecimal available() {
        return available;
    }

    synchronized void setAvailable(BigDecimal value) {
        available = value;
    }

    synchronized void setPackageCalls(int calls) {
        PrepaidCalls documents = packages.get(0);
        documents.total = Math.max(documents.total, calls);
        documents.remaining = calls;
    }

    synchronized void topUp(BigDecimal amount, int calls) {
        PrepaidCalls documents = packages.get(0);
        documents.total = Math.addExact(documents.total, calls);
        documents.remaining = Math.addExact(documents.remaining, calls);
        available = available.add(amount);
    }

    synchronized void setCallsPerSecond(int calls) {
        callsPerSecond = calls;
    }

    /** Responds to {@code balance}. */
    synchronized ObjectNode balance(ServiceRequest request) {
        BigDecimal unavailable = settings.unavailable;
        return Json.of(
                "balance", available.add(unavailable),
                "available_balance", available,
                "unavailable_balance", unavailable);
    }

    /** Responds to {@code packages}. */
    synchronized ObjectNode packages(ServiceRequest request) {
        boolean all = "1".equals(request.parameters().get("include_all"));
        LocalDateTime now = LocalDateTime.now(clock);
        ObjectNode data = Json.of();
        ArrayNode list = data.putArray("list");
        for (PrepaidCalls it : packages) {
            if (it.services.contains(request.parameters().get("api_path")) && (all || it.isInEffect(now))) {
                list.add(Json.of("id", it.id, "service_list", it.services)
                        .put("total_count", it.total)
                        .put("remain_count", it.remaining)
                        .put("use_count", it.total - it.remaining)
                        .put("create_time", TIME.format(it.start))
                        .put("start_time", TIME.format(it.start))
                        .put("end_time", TIME.format(it.end)));
            }
        }
        return data;
    }
}
