/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Balance, packages and rate limit. Billed calls use up packages first, then the balance. Thread-safe. */
final class Account {
    static final String CROP = "/ai/service/v1/crop_enhance_image";
    static final String EXTRACT = "/ai/service/v3/entity_extraction";
    static final String PARSING = "/ai/service/v1/pdf_to_markdown";
    static final String WORKFLOW = "/api/app-api/sip/platform/v2";
    /** The values of {@code api_path}. */
    static final List<String> WITH_PACKAGES = List.of(PARSING, WORKFLOW);

    private static final BigDecimal UNAVAILABLE = new BigDecimal("20.00");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final DocprocTestServiceBuilder settings;
    private final Clock clock;
    /** Prepaid calls (interface document, Package record). */
    private final List<ObjectNode> packages;

    private final Deque<Instant> admitted = new ArrayDeque<>();
    private int callsPerSecond;
    private BigDecimal available;

    /** Creates an account with packages around the current time. */
    Account(DocprocTestServiceBuilder settings) {
        this.settings = settings;
        clock = settings.clock;
        available = settings.available;
        callsPerSecond = settings.requestsPerSecond;
        LocalDateTime now = LocalDateTime.now(clock);
        LocalDateTime month = now.minusMonths(1);
        LocalDateTime year = now.plusYears(1);
        LocalDateTime past = now.minusYears(2);
        packages = List.of(
                prepaid(1001, List.of(CROP, EXTRACT, PARSING), settings.packageCalls, 0, month, year),
                prepaid(1002, List.of(PARSING), 0, 200, month, year),
                prepaid(1003, List.of(PARSING), 120, 380, past, month),
                prepaid(2001, List.of(WORKFLOW), 100, 0, month, year),
                prepaid(2002, List.of(WORKFLOW), 7, 43, past, month));
    }

    private static ObjectNode prepaid(
            int id, List<String> services, int remaining, int used, LocalDateTime start, LocalDateTime end) {
        return Json.of("id", id, "service_list", services, "total_count", remaining + used, "remain_count", remaining)
                .put("use_count", used)
                .put("create_time", TIME.format(start))
                .put("start_time", TIME.format(start))
                .put("end_time", TIME.format(end));
    }

    private boolean covers(ObjectNode prepaid, String service) {
        return prepaid.path("service_list").toString().contains('"' + service + '"');
    }

    /** Returns whether a package can be used now; the times are compared as texts. */
    private boolean isInEffect(ObjectNode prepaid) {
        String now = TIME.format(LocalDateTime.now(clock));
        return now.compareTo(prepaid.path("start_time").asText()) >= 0
                && now.compareTo(prepaid.path("end_time").asText()) <= 0;
    }

    private static void add(ObjectNode prepaid, int remaining, int used) {
        int left = Math.addExact(prepaid.path("remain_count").asInt(), remaining);
        int total = Math.addExact(prepaid.path("total_count").asInt(), remaining + used);
        prepaid.put("remain_count", left).put("total_count", total).put("use_count", total - left);
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
        for (ObjectNode it : packages) {
            if (it.path("remain_count").asInt() > 0 && isInEffect(it) && covers(it, service)) {
                add(it, -1, 1);
                return Optional.of(new Charge(OptionalInt.of(it.path("id").asInt()), BigDecimal.ZERO));
            }
        }
        if (available.compareTo(settings.price) < 0) {
            throw ServiceErrorException.refusal(40003, "");
        }
        available = available.subtract(settings.price);
        return Optional.of(new Charge(OptionalInt.empty(), settings.price));
    }

    /** Takes back the charge of a call that failed. */
    synchronized void refund(Charge charge) {
        packages.stream()
                .filter(it -> it.path("id").asInt() == charge.packageId().orElse(0))
                .forEach(it -> add(it, 1, -1));
        available = available.add(charge.amount());
    }

    /** Counts a call of the rate limit; throws 40306, and does not count, if there are too many within a second. */
    synchronized void admit() {
        Instant now = clock.instant();
        while (!admitted.isEmpty() && !admitted.peekFirst().isAfter(now.minusSeconds(1))) {
            admitted.removeFirst();
        }
        if (callsPerSecond > 0 && admitted.size() >= callsPerSecond) {
            throw ServiceErrorException.refusal(40306, ": at most " + callsPerSecond + " a second");
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
        ObjectNode documents = packages.get(0);
        int total = Math.max(documents.path("total_count").asInt(), calls);
        documents.put("total_count", total).put("remain_count", calls).put("use_count", total - calls);
    }

    synchronized void topUp(BigDecimal amount, int calls) {
        add(packages.get(0), calls, 0);
        available = available.add(amount);
    }

    synchronized void setCallsPerSecond(int calls) {
        callsPerSecond = calls;
    }

    /** Responds to {@code balance}. */
    synchronized ObjectNode balance(ServiceRequest request) {
        return Json.of("balance", available.add(UNAVAILABLE), "available_balance", available)
                .put("unavailable_balance", UNAVAILABLE);
    }

    /** Responds to {@code packages}. */
    synchronized ObjectNode packages(ServiceRequest request) {
        boolean all = "1".equals(request.parameters().get("include_all"));
        String service = request.parameters().get("api_path");
        return Json.of(
                "list",
                packages.stream()
                        .filter(it -> covers(it, service) && (all || isInEffect(it)))
                        .map(ObjectNode::deepCopy)
                        .toList());
    }
}
