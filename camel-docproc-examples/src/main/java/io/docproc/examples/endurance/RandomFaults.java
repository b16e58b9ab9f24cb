/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/** Chooses faults of the local service: some at a time, each of which strikes now and then. */
final class RandomFaults {
    private static final int AT_ONCE = 6;
    private static final int OFTEN = 4;
    private static final int SELDOM = 30;
    private static final int[] CODES = {
        40101, 40102, 40103, 40003, 40004, 40007, 40008, 40301, 40302, 40303, 40304, 40305, 40400, 40422, 40423, 40424,
        40425, 40428, 30203, 500, 50011, 50012, 50207, 12345
    };
    private static final int[] STATUSES = {400, 404, 413, 429, 500, 502, 503, 504};
    private static final List<String> CALLS =
            List.of("latency", "timeout", "code", "code", "qps", "status", "html", "drop", "truncate");
    private static final List<String> CALLBACKS = List.of("latency", "lose", "repeat", "reorder", "forge");

    private final Random random;
    private final int longestMillis;

    /** @param longestMillis of a delay; more than a caller waits */
    RandomFaults(Random random, int longestMillis) {
        this.random = random;
        this.longestMillis = longestMillis;
    }

    /** Some faults of calls and of callbacks, as {@code /_local/faults} takes them; none at all in one of eight cases. */
    String next() {
        ArrayNode faults = JsonNodeFactory.instance.arrayNode();
        int number = random.nextInt(8) == 0 ? 0 : 2 + random.nextInt(AT_ONCE - 1);
        for (int i = 0; i < number; i++) {
            faults.add(random.nextInt(3) == 0 ? ofCallbacks() : ofCalls());
        }
        return faults.toString();
    }

    private ObjectNode ofCalls() {
        String kind = oneOf(CALLS);
        ObjectNode fault = fault("*", kind.equals("timeout") ? "latency" : kind);
        switch (kind) {
            case "latency" -> fault.put("ms", 1 + random.nextInt(longestMillis / 10));
            case "timeout" -> fault.put("ms", longestMillis).put("times", 1);
            case "code" -> fault.put("code", CODES[random.nextInt(CODES.length)]);
            case "status" -> fault.put("status", STATUSES[random.nextInt(STATUSES.length)]);
            case "drop" -> fault.put("at", oneOf(List.of("request", "body", "answer")));
            default -> {}
        }
        return fault;
    }

    private ObjectNode ofCallbacks() {
        String kind = oneOf(CALLBACKS);
        ObjectNode fault = fault("webhook", kind);
        if (kind.equals("latency")) {
            fault.put("ms", 1 + random.nextInt(longestMillis));
        } else if (kind.equals("repeat")) {
            fault.put("at", oneOf(List.of("later", "once")));
        }
        return fault;
    }

    private ObjectNode fault(String operation, String kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("operation", operation)
                .put("kind", kind)
                .put("every", OFTEN + random.nextInt(SELDOM - OFTEN));
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
