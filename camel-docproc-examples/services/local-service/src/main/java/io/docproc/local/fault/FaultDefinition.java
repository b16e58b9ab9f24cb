/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.request.JsonParameters;
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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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

    private static final List<String> OPERATIONS = Stream.concat(
                    Stream.of(ALL, WEBHOOK), Stream.of(Operation.values()).map(Operation::id))
            .toList();

    private final ObjectNode json;
    private final JsonParameters parameters;

    private FaultDefinition(ObjectNode json) {
        this.json = json;
        parameters = new JsonParameters("", json);
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
        String operation = word("operation", ALL, OPERATIONS);
        boolean ofCallbacks = operation.equals(WEBHOOK);
        Map<String, Set<String>> ownKeys = ofCallbacks ? OWN_KEYS_OF_CALLBACKS : OWN_KEYS;
        String kind = word("kind", "", sorted(ownKeys.keySet()));
        Set<String> keys = new TreeSet<>(COMMON);
        keys.addAll(ownKeys.get(kind));
        parameters.allowOnly(keys);
        int delay = kind.equals("latency")
                ? number("ms", 1, MAX_DELAY_MS)
                : parameters.integer("ms", 0, MAX_DELAY_MS).orElse(0);
        int every = parameters.integer("every", 1, Integer.MAX_VALUE).orElse(1);
        int first = parameters.integer("first", 1, Integer.MAX_VALUE).orElse(every);
        Optional<Integer> times = parameters.integer("times", 1, Integer.MAX_VALUE);
        return new Fault(
                ofCallbacks ? callbackEffect(kind) : effect(kind, operation),
                Duration.ofMillis(delay),
                first,
                every,
                times.map(OptionalInt::of).orElse(OptionalInt.empty()),
                json.deepCopy());
    }

    private Function<DocprocTestService, Stub> effect(String kind, String operation) {
        Function<CallStubbing, Stub> stub = stub(kind);
        Function<DocprocTestService, CallStubbing> calls = service -> Operation.named(operation)
                .map(service::when)
                .orElseGet(() -> service.when(Operation.CROP, Operation.values()));
        return service -> stub.apply(calls.apply(service)).beforeRequestBody();
    }

    private Function<CallStubbing, Stub> stub(String kind) {
        return switch (kind) {
            case "code" -> {
                int code = number("code", 201, 99_999);
                String message = parameters.text("message").orElse("a fault of the local service");
                yield it -> it.fail(code, message);
            }
            case "qps" -> it -> it.fail(QPS_EXCEEDED, "QPS limit exceeded");
            case "status" -> {
                int status = number("status", 400, 599);
                yield it -> it.failWithStatus(status);
            }
            case "html" -> it -> it.failWithStatus(200);
            case "drop" -> {
                Disconnect point =
                        switch (word("at", "request", List.of("request", "body", "response"))) {
                            case "body" -> Disconnect.AFTER_REQUEST;
                            case "response" -> Disconnect.BEFORE_RESPONSE;
                            default -> Disconnect.BEFORE_REQUEST_BODY;
                        };
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
                        word("at", "later", List.of("later", "once")).equals("once")
                                ? CallbackStubbing::duplicateConcurrently
                                : CallbackStubbing::duplicate;
                    case "reorder" -> CallbackStubbing::reorder;
                    case "forge" -> CallbackStubbing::forge;
                    default -> it -> it.delay(Duration.ZERO);
                };
        return service -> stub.apply(service.whenCallback());
    }

    private String word(String key, String defaultValue, List<String> allowed) {
        String value = parameters.text(key).orElse(defaultValue);
        if (!allowed.contains(value)) {
            throw ParameterError.of(key, value, String.join(" ", allowed));
        }
        return value;
    }

    private int number(String key, int min, int max) {
        return parameters
                .integer(key, min, max)
                .orElseThrow(() -> ParameterError.of(key, "not set", "integers from " + min + " to " + max));
    }

    private static List<String> sorted(Set<String> words) {
        return words.stream().sorted().toList();
    }
}
