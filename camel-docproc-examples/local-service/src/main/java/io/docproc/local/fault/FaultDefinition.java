/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.Operation;
import io.docproc.local.ParameterError;
import io.docproc.local.ServiceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a fault from JSON ({@code {"operation":"crop","kind":"code","code":50011,"every":3}}) or from the same pairs as
 * text ({@code operation=crop,kind=code,code=50011,every=3}).
 */
public final class FaultDefinition {
    private static final int QPS_EXCEEDED = 40306;
    private static final int MAX_DELAY_MS = 3_600_000;
    private static final Set<String> COMMON = Set.of("operation", "kind", "ms", "first", "every", "times");
    private static final Map<String, Set<String>> OWN_KEYS = Map.of(
            "latency", Set.of(),
            "code", Set.of("code", "message"),
            "qps", Set.of(),
            "status", Set.of("status"),
            "html", Set.of(),
            "drop", Set.of("at"),
            "truncate", Set.of());
    private static final Map<String, Set<String>> OWN_KEYS_OF_CALLBACKS = Map.of(
            "latency", Set.of(),
            "lose", Set.of(),
            "repeat", Set.of("at"),
            "reorder", Set.of(),
            "forge", Set.of());

    private final ObjectNode json;

    private FaultDefinition(ObjectNode json) {
        this.json = json;
    }

    /** @throws ServiceException 40004 naming the key that is wrong and what is allowed */
    public static Fault read(JsonNode json) {
        if (!(json instanceof ObjectNode definition)) {
            throw ParameterError.of("fault", json, "a JSON object");
        }
        return new FaultDefinition(definition).fault();
    }

    /** @throws ServiceException 40004 as {@link #read} */
    public static Fault parse(String pairs) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        for (String pair : pairs.split(",")) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw ParameterError.of("fault", pair, "key=value pairs with commas between them");
            }
            String value = pair.substring(equals + 1).strip();
            String key = pair.substring(0, equals).strip();
            if (value.matches("\\d{1,9}")) {
                definition.put(key, Integer.parseInt(value));
            } else {
                definition.put(key, value);
            }
        }
        return read(definition);
    }

    private Fault fault() {
        Optional<Operation> operation = operation();
        boolean ofCallbacks = operation.equals(Optional.of(Operation.WEBHOOK));
        Map<String, Set<String>> ownKeys = ofCallbacks ? OWN_KEYS_OF_CALLBACKS : OWN_KEYS;
        String kind = word("kind", "", ownKeys.keySet());
        requireOnly(kind, ownKeys.get(kind));
        Duration delay = Duration.ofMillis(
                kind.equals("latency") ? number("ms", 1, MAX_DELAY_MS) : number("ms", 0, MAX_DELAY_MS, 0));
        int every = number("every", 1, Integer.MAX_VALUE, 1);
        return new Fault(
                operation,
                delay,
                ofCallbacks ? Optional.empty() : effect(kind),
                ofCallbacks ? callbackEffect(kind) : Optional.empty(),
                number("first", 1, Integer.MAX_VALUE, every),
                every,
                json.has("times") ? OptionalInt.of(number("times", 1, Integer.MAX_VALUE)) : OptionalInt.empty(),
                json.deepCopy());
    }

    private void requireOnly(String kind, Set<String> own) {
        json.fieldNames().forEachRemaining(key -> {
            if (!COMMON.contains(key) && !own.contains(key)) {
                throw ParameterError.of("fault key", key, sorted(COMMON) + " and for " + kind + " " + sorted(own));
            }
        });
    }

    private Optional<Operation> operation() {
        String name = text("operation", "*");
        if (name.equals("*")) {
            return Optional.empty();
        }
        List<String> names =
                Arrays.stream(Operation.values()).map(Operation::id).toList();
        return Optional.of(Operation.named(name)
                .orElseThrow(() -> ParameterError.of("operation", name, "* " + String.join(" ", names))));
    }

    private Optional<Effect> effect(String kind) {
        return switch (kind) {
            case "code" -> {
                int code = number("code", 201, 99_999);
                String message = text("message", "a fault asked for at the local service");
                yield Optional.of(it -> it.refuse(code, message));
            }
            case "qps" -> Optional.of(it -> it.refuse(QPS_EXCEEDED, "QPS limit exceeded"));
            case "status" -> {
                int status = number("status", 400, 599);
                yield Optional.of(it -> it.page(status));
            }
            case "html" -> Optional.of(it -> it.page(200));
            case "drop" -> Optional.of(drop(word("at", "request", Set.of("request", "body", "answer"))));
            case "truncate" -> Optional.of(FaultTarget::answerTruncated);
            default -> Optional.empty();
        };
    }

    private Optional<CallbackEffect> callbackEffect(String kind) {
        return switch (kind) {
            case "lose" -> Optional.of(CallbackEffect.LOSE);
            case "repeat" ->
                Optional.of(
                        word("at", "later", Set.of("later", "once")).equals("once")
                                ? CallbackEffect.REPEAT_TOGETHER
                                : CallbackEffect.REPEAT);
            case "reorder" -> Optional.of(CallbackEffect.REORDER);
            case "forge" -> Optional.of(CallbackEffect.FORGE);
            default -> Optional.empty();
        };
    }

    private static Effect drop(String at) {
        return switch (at) {
            case "body" -> FaultTarget::readAndDrop;
            case "answer" -> FaultTarget::answerAndDrop;
            default -> FaultTarget::drop;
        };
    }

    private String word(String key, String defaultValue, Set<String> allowed) {
        String value = text(key, defaultValue);
        if (!allowed.contains(value)) {
            throw ParameterError.of(key, value, sorted(allowed));
        }
        return value;
    }

    private String text(String key, String defaultValue) {
        JsonNode value = json.path(key);
        if (value.isMissingNode()) {
            return defaultValue;
        }
        if (!value.isTextual()) {
            throw ParameterError.of(key, value.toString(), "a string");
        }
        return value.textValue();
    }

    private int number(String key, int min, int max, int defaultValue) {
        return json.has(key) ? number(key, min, max) : defaultValue;
    }

    private int number(String key, int min, int max) {
        JsonNode value = json.path(key);
        if (!value.isInt() || value.intValue() < min || value.intValue() > max) {
            throw ParameterError.of(key, value.toString(), "an integer from " + min + " to " + max);
        }
        return value.intValue();
    }

    private static String sorted(Set<String> words) {
        return words.stream().sorted().collect(Collectors.joining(" "));
    }
}
