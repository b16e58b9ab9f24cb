/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.JsonParameters;
import io.docproc.local.ParameterError;
import io.docproc.local.ServiceException;
import io.docproc.local.account.Account;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Handler of {@code /_local/top-up}, which the real service does not have: tops up the balance or buys package
 * calls. Runs on a worker thread.
 */
public final class TopUpHandler implements HttpHandler {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final String BALANCE = "balance";
    private static final String PACKAGE_CALLS = "package_calls";
    private static final int MAX_BODY_BYTES = 1024;
    private static final int MAX_CREDIT = 1_000_000;

    private final Account account;

    /** @param account that is topped up */
    public TopUpHandler(Account account) {
        this.account = account;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws IOException {
        ResponseWriter response = new ResponseWriter(exchange, UUID.randomUUID().toString());
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        try {
            credit(JSON.readTree(exchange.getInputStream().readNBytes(MAX_BODY_BYTES)));
            response.json(answer.put("available_balance", account.balance().available()));
        } catch (JsonProcessingException e) {
            exchange.setStatusCode(StatusCodes.BAD_REQUEST);
            response.json(answer.put("message", "the body is not JSON: " + e.getOriginalMessage()));
        } catch (ServiceException e) {
            exchange.setStatusCode(StatusCodes.BAD_REQUEST);
            response.json(answer.put("code", e.code()).put("message", e.getMessage()));
        }
    }

    private void credit(JsonNode body) {
        JsonParameters parameters = new JsonParameters("", body);
        parameters.requireOnly(Set.of(BALANCE, PACKAGE_CALLS));
        Optional<BigDecimal> amount = amount(body.path(BALANCE));
        Optional<Integer> calls = parameters.integer(PACKAGE_CALLS, 1, MAX_CREDIT);
        if (amount.isEmpty() && calls.isEmpty()) {
            throw ParameterError.missing(BALANCE + " or " + PACKAGE_CALLS);
        }
        amount.ifPresent(account::credit);
        calls.ifPresent(account::buyCalls);
    }

    private static Optional<BigDecimal> amount(JsonNode balance) {
        if (balance.isMissingNode()) {
            return Optional.empty();
        }
        BigDecimal amount = balance.decimalValue();
        if (!balance.isNumber() || amount.signum() <= 0 || amount.compareTo(BigDecimal.valueOf(MAX_CREDIT)) > 0) {
            throw ParameterError.of(BALANCE, balance, "a number over 0, at most " + MAX_CREDIT);
        }
        return Optional.of(amount);
    }
}
