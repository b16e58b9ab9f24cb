/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.fuzz.CannedClient;
import io.docproc.camel.internal.call.AccountGate;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.completion.CallbackOptions;
import io.docproc.camel.internal.completion.Callbacks;
import io.docproc.camel.internal.completion.ConsumerPaths;
import io.docproc.camel.internal.completion.ResultDownloads;
import io.docproc.camel.internal.http.TestClients;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.testkit.TestContexts;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultExchange;

/** Endpoint options and message headers of an operation under test. */
final class OperationFixture {
    static final Callbacks NO_CALLBACKS =
            new Callbacks(new CallbackOptions(), 1, new ConsumerPaths(), Optional.empty(), Clock.systemUTC());

    /** For operations that download nothing. */
    static final Supplier<ResultDownloads.Source> NO_DOWNLOADS = () -> null;

    private static final URI SERVICE = URI.create("https://service.example.com");

    private final CamelContext camelContext = TestContexts.create();
    private final Map<String, Object> options = new HashMap<>();
    private final Map<String, Object> headers = new HashMap<>();

    OperationFixture option(String name, Object value) {
        options.put(name, value);
        return this;
    }

    OperationFixture header(String name, Object value) {
        headers.put(name, value);
        return this;
    }

    Operation.Settings endpoint(String operation) {
        return new Operation.Settings(
                operation,
                camelContext,
                options::get,
                SERVICE,
                Optional.of(SERVICE),
                "xparse",
                NO_CALLBACKS,
                NO_DOWNLOADS);
    }

    OptionValues call(String operation) {
        Message message = new DefaultExchange(camelContext).getMessage();
        message.setHeaders(new HashMap<>(headers));
        return new OptionValues(DocprocOperation.named(operation), message, options::get);
    }

    /** Performs an operation on a message with this body. */
    Operation.Result perform(String operation, Object body, CannedClient http) {
        Exchange exchange = new DefaultExchange(camelContext);
        exchange.getMessage().setBody(body);
        OptionValues call = new OptionValues(DocprocOperation.named(operation), exchange.getMessage(), options::get);
        AccountGate gate =
                new AccountGate("the account", new BucketRateLimiter(0), Duration.ZERO, InstantSource.system());
        AccountGate.Scopes scopes = new AccountGate.Scopes("credentials", SERVICE.toString(), operation);
        try (Call made = new Call(
                operation,
                TestClients.of(http),
                name -> gate.begin(name, exchange.getExchangeId(), scopes, Duration.ZERO, Duration.ZERO, false),
                new Semaphore(1),
                (failure, isReused, duration) -> {},
                () -> () -> {})) {
            return OperationFactory.create(DocprocOperation.named(operation), endpoint(operation))
                    .perform(new Invocation(call, exchange, made, Optional.empty(), false));
        }
    }

    static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
