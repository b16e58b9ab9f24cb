/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static io.docproc.examples.endurance.network.WireFault.Kind.AWAY;
import static io.docproc.examples.endurance.network.WireFault.Kind.CLOSE;
import static io.docproc.examples.endurance.network.WireFault.Kind.DRIP;
import static io.docproc.examples.endurance.network.WireFault.Kind.FOREIGN;
import static io.docproc.examples.endurance.network.WireFault.Kind.NONE;
import static io.docproc.examples.endurance.network.WireFault.Kind.RESET;
import static io.docproc.examples.endurance.network.WireFault.Kind.STALL;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.endurance.network.NetworkState;
import io.docproc.examples.endurance.network.TlsState;
import io.docproc.examples.endurance.network.WireFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Selects random faults of the local service and of the network in front of it. Each applies to every nth call. */
final class RandomFaults {
    private static final int MAX_FAULTS = 6;
    private static final int OFTEN = 4;
    private static final int SELDOM = 30;
    private static final int[] CODES = {
        40101, 40102, 40103, 40003, 40004, 40007, 40008, 40301, 40302, 40303, 40304, 40305, 40400, 40422, 40423, 40424,
        40425, 40428, 30203, 500, 50011, 50012, 50207, 12345
    };
    private static final int[] STATUSES = {400, 404, 413, 429, 500, 502, 503, 504};
    private static final List<String> CALLS =
            List.of("latency", "timeout", "code", "code", "qps", "status", "html", "drop", "truncate");
    /** An unavailable service hides all other faults, so it is rare. */
    private static final List<WireFault.Kind> WIRE = List.of(
            NONE, NONE, NONE, NONE, RESET, RESET, CLOSE, CLOSE, STALL, STALL, DRIP, DRIP, FOREIGN, FOREIGN, AWAY);

    private static final List<String> CALLBACKS = List.of("latency", "lose", "duplicate", "reorder", "forge");

    private final Random random;
    private final int longestMillis;
    private final Map<String, Integer> chosen = new TreeMap<>();

    /**
     * Faults of a period.
     *
     * @param service faults of the service, as {@code /_local/faults} takes them
     * @param names of all faults
     */
    record Choice(String service, NetworkState network, List<String> names) {}

    /** @param longestMillis maximum delay, longer than the response timeout */
    RandomFaults(Random random, int longestMillis) {
        this.random = random;
        this.longestMillis = longestMillis;
    }

    /** Some faults; none at all in one of eight cases. */
    Choice next() {
        boolean none = random.nextInt(8) == 0;
        ArrayNode faults = JsonNodeFactory.instance.arrayNode();
        TreeSet<String> names = new TreeSet<>();
        for (int i = none ? 0 : 2 + random.nextInt(MAX_FAULTS - 1); i > 0; i--) {
            ObjectNode fault = random.nextInt(3) == 0 ? ofCallbacks() : ofCalls();
            names.add(name(fault));
            faults.add(fault);
        }
        NetworkState network = none ? NetworkState.NO_FAULTS : new NetworkState(wire(), tls(), random.nextInt(4) == 0);
        names.addAll(network.names());
        names.forEach(name -> chosen.merge(name, 1, Integer::sum));
        return new Choice(faults.toString(), network, new ArrayList<>(names));
    }

    /** How often each was chosen. */
    String sentence() {
        return chosen.entrySet().stream()
                .map(it -> it.getKey() + " " + it.getValue())
                .collect(Collectors.joining(", "));
    }

    private String name(ObjectNode fault) {
        String kind = fault.path("kind").textValue();
        if (fault.path("operation").textValue().equals("webhook")) {
            return "callback " + kind;
        }
        return switch (kind) {
            case "latency" -> fault.path("ms").intValue() == longestMillis ? "timeout" : kind;
            case "code" -> "code " + fault.path("code").intValue();
            case "status" -> "HTTP " + fault.path("status").intValue();
            case "drop" -> "drop at " + fault.path("at").textValue();
            case "html" -> "HTML with 200";
            case "qps" -> "code 40306";
            default -> kind;
        };
    }

    private WireFault wire() {
        WireFault.Kind kind = oneOf(WIRE);
        WireFault.Direction direction =
                kind == FOREIGN ? WireFault.Direction.RESPONSE : oneOf(List.of(WireFault.Direction.values()));
        return new WireFault(kind, direction, OFTEN + random.nextInt(SELDOM - OFTEN));
    }

    private TlsState tls() {
        TlsState[] states = TlsState.values();
        return random.nextBoolean() ? TlsState.TRUSTED : states[random.nextInt(states.length)];
    }

    private ObjectNode ofCalls() {
        String kind = oneOf(CALLS);
        ObjectNode fault = fault("*", kind.equals("timeout") ? "latency" : kind);
        switch (kind) {
            case "latency" -> fault.put("ms", 1 + random.nextInt(longestMillis / 10));
            case "timeout" -> fault.put("ms", longestMillis).put("times", 1);
            case "code" -> fault.put("code", CODES[random.nextInt(CODES.length)]);
            case "status" -> fault.put("status", STATUSES[random.nextInt(STATUSES.length)]);
            case "drop" -> fault.put("at", oneOf(List.of("request", "body", "response")));
            default -> {}
        }
        return fault;
    }

    private ObjectNode ofCallbacks() {
        String kind = oneOf(CALLBACKS);
        ObjectNode fault = fault("webhook", kind);
        if (kind.equals("latency")) {
            fault.put("ms", 1 + random.nextInt(longestMillis));
        } else if (kind.equals("duplicate")) {
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
