/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Selects random faults of the local service and of the network in front of it. Each applies to every nth call. */
final class RandomFaults {
    private static final int MAX_FAULTS = 6;
    private static final List<Integer> CODES = List.of(
            40101, 40102, 40103, 40003, 40004, 40007, 40008, 40301, 40302, 40303, 40304, 40305, 40400, 40422, 40423,
            40424, 40425, 40428, 30203, 500, 50011, 50012, 50207, 12345);
    private static final List<Integer> STATUSES = List.of(400, 404, 413, 429, 500, 502, 503, 504);
    private static final List<String> CALLS =
            List.of("latency", "latency", "code", "code", "qps", "status", "html", "drop", "truncate");
    private static final List<String> CALLBACKS = List.of("latency", "lose", "duplicate", "reorder", "forge");
    /** Relative frequency of the kinds of network faults; an unavailable service hides all other faults. */
    private static final String WIRE =
            "NONE NONE NONE NONE RESET RESET CLOSE CLOSE STALL STALL DRIP DRIP FOREIGN FOREIGN AWAY";

    private final Random random;
    private final int longestMillis;
    private final Map<String, Integer> chosen = new TreeMap<>();

    /**
     * Faults of a period.
     *
     * @param service faults of the service, in the format of {@code /_local/faults}
     */
    record Faults(ArrayNode service, Relay.Fault wire, List<String> names) {
        static final Faults NONE =
                new Faults(JsonNodeFactory.instance.arrayNode(), new Relay.Fault(Relay.Kind.NONE, false, 1), List.of());
    }

    /** @param longestMillis maximum delay, longer than the response timeout */
    RandomFaults(Random random, int longestMillis) {
        this.random = random;
        this.longestMillis = longestMillis;
    }

    /** Returns random faults; none in one of eight cases. */
    Faults next() {
        if (random.nextInt(8) == 0) {
            return Faults.NONE;
        }
        List<String> names = new ArrayList<>();
        ArrayNode faults = JsonNodeFactory.instance.arrayNode();
        for (int i = 2 + random.nextInt(MAX_FAULTS - 1); i > 0; i--) {
            ObjectNode fault = JsonNodeFactory.instance.objectNode().put("every", every());
            names.add(random.nextInt(3) == 0 ? callback(fault) : call(fault));
            faults.add(fault);
        }
        Relay.Kind kind = Relay.Kind.valueOf(oneOf(List.of(WIRE.split(" "))));
        Relay.Fault wire = new Relay.Fault(kind, kind != Relay.Kind.FOREIGN && random.nextBoolean(), every());
        switch (kind) {
            case NONE -> {}
            case FOREIGN -> names.add("foreign response");
            case AWAY -> names.add("service away");
            default ->
                names.add(kind.name().toLowerCase(Locale.ROOT) + " in the " + (wire.upload() ? "upload" : "response"));
        }
        names.forEach(name -> chosen.merge(name, 1, Integer::sum));
        return new Faults(faults, wire, names);
    }

    private int every() {
        return 4 + random.nextInt(26);
    }

    private String call(ObjectNode fault) {
        String kind = oneOf(CALLS);
        fault.put("operation", "*").put("kind", kind);
        switch (kind) {
            case "latency" -> {
                boolean timeout = random.nextInt(3) == 0;
                fault.put("ms", timeout ? longestMillis : 1 + random.nextInt(longestMillis / 10));
                if (timeout) {
                    fault.put("times", 1);
                }
            }
            case "code" -> kind += " " + fault.put(kind, oneOf(CODES)).path(kind);
            case "status" -> kind += " " + fault.put(kind, oneOf(STATUSES)).path(kind);
            case "drop" -> fault.put("at", oneOf(List.of("request", "body", "response")));
            default -> {}
        }
        return kind;
    }

    private String callback(ObjectNode fault) {
        String kind = oneOf(CALLBACKS);
        fault.put("operation", "webhook").put("kind", kind);
        if (kind.equals("latency")) {
            fault.put("ms", 1 + random.nextInt(longestMillis));
        } else if (kind.equals("duplicate")) {
            fault.put("at", oneOf(List.of("later", "once")));
        }
        return "callback " + kind;
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Returns how often each fault was selected. */
    String summary() {
        return chosen.entrySet().stream()
                .map(it -> it.getKey() + " " + it.getValue())
                .collect(Collectors.joining(", "));
    }
}
