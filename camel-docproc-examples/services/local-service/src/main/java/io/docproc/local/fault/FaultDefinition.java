/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.CallStubbing;
import io.docproc.test.CallbackStubbing;
import io.docproc.test.Disconnect;
import io.docproc.test.DocprocTestService;
import io.docproc.test.Operation;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.Stub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Definition of a fault as JSON ({@code {"operation":"crop","kind":"code","code":50011,"every":3}}) or as pairs
 * in text ({@code operation=crop,kind=code,code=50011,every=3}).
 */
public final class FaultDefinition {
    private static final int QPS_EXCEEDED = 40306;
    private static final String ALL = "*";
    private static final String WEBHOOK = "webhook";
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
            "duplicate", Set.of("at"),
            "reorder", Set.of(),
            "forge", Set.of());

    private final ObjectNode json;

    private FaultDefinition(ObjectNode json) {
        this.json = json;
    }

    /**
     * Returns the fault of a JSON object.
     *
     * @throws ServiceErrorException 40004 that names the invalid key and the allowed values
     */
    public static Fault read(JsonNode json) {
        if (!(json instanceof ObjectNode definition)) {
            throw ParameterError.of("fault", json, "a JSON object");
        }
        return new FaultDefinition(definition).fault();
    }

    /**
     * Returns the fault of key-value pairs.
     *
     * @throws ServiceErrorException 40004 that names the invalid key and the allowed values
     */
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
        String operation = operation();
        boolean ofCallbacks = operation.equals(WEBHOOK);
        Map<String, Set<String>> ownKeys = ofCallbacks ? OWN_KEYS_OF_CALLBACKS : OWN_KEYS;
        String kind = word("kind", "", ownKeys.keySet());
        allowOnly(kind, ownKeys.get(kind));
        Duration delay = Duration.ofMillis(
                kind.equals("latency") ? number("ms", 1, MAX_DELAY_MS) : number("ms", 0, MAX_DELAY_MS, 0));
        int every = number("every", 1, Integer.MAX_VALUE, 1);
        return new Fault(
                ofCallbacks ? callbackEffect(kind) : effect(kind, operation),
                delay,
                number("first", 1, Integer.MAX_VALUE, every),
                every,
                json.has("times") ? OptionalInt.of(number("times", 1, Integer.MAX_VALUE)) : OptionalInt.empty(),
                json.deepCopy());
    }

    private void allowOnly(String kind, Set<String> own) {
        json.fieldNames().forEachRemaining(key -> {
            if (!COMMON.contains(key) && !own.contains(key)) {
                throw ParameterError.of("fault key", key, sorted(COMMON) + " and for " + kind + " " + sorted(own));
            }
        });
    }

    private String operation() {
        String name = text("operation", ALL);
        List<String> names = Stream.concat(Stream.of(Operation.values()).map(Operation::id), Stream.of(WEBHOOK))
                .toList();
        if (!name.equals(ALL) && !names.contains(name)) {
            throw ParameterError.of("operation", name, ALL + " " + String.join(" ", names));
        }
        return name;
    }

    private Function<DocprocTestService, Stub> effect(String kind, String operation) {
        Function<CallStubbing, Stub> stub = stub(kind);
        return service -> stub.apply(when(service, operation)).beforeRequestBody();
    }

    private static CallStubbing when(DocprocTestService service, String operation) {
        return Operation.named(operation)
                .map(service::when)
                .orElseGet(() -> service.when(Operation.CROP, Operation.values()));
    }

    private Function<CallStubbing, Stub> stub(String kind) {
        return switch (kind) {
            case "code" -> {
                int code = number("code", 201, 99_999);
                String message = text("message", "a fault of the local service");
                yield it -> it.fail(code, message);
            }
            case "qps" -> it -> it.fail(QPS_EXCEEDED, "QPS limit exceeded");
            case "status" -> {
                int status = number("status", 400, 599);
                yield it -> it.failWithStatus(status);
            }
            case "html" -> it -> it.failWithStatus(200);
            case "drop" -> {
                Disconnect point = point(word("at", "request", Set.of("request", "body", "response")));
                yield it -> it.disconnect(point);
            }
            case "truncate" -> it -> it.disconnect(Disconnect.DURING_RESPONSE);
            default -> it -> it.delay(Duration.ZERO);
        };
    }

    private Function<DocprocTestService, Stub> callbackEffect(String kind) {
        Function<CallbackStubbing, Stub> stub =
                switch (kind) {
                    case "lose" -> CallbackStubbing::lose;
                    case "duplicate" ->
                        word("at", "later", Set.of("later", "once")).equals("once")
                                ? CallbackStubbing::duplicateConcurrently
                                : CallbackStubbing::duplicate;
                    case "reorder" -> CallbackStubbing::reorder;
                    case "forge" -> CallbackStubbing::forge;
                    default -> it -> it.delay(Duration.ZERO);
                };
        return service -> stub.apply(service.whenCallback());
    }

    private static Disconnect point(String at) {
        return switch (at) {
            case "body" -> Disconnect.AFTER_REQUEST;
            case "response" -> Disconnect.BEFORE_RESPONSE;
            default -> Disconnect.BEFORE_REQUEST_BODY;
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
