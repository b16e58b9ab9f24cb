/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.console;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JsonParameters;
import io.docproc.test.ParameterError;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;

/**
 * Request to {@code /_local/top-up}.
 *
 * @param amount the funds to add
 * @param calls the package calls to add
 */
record TopUp(BigDecimal amount, int calls) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final String BALANCE = "balance";
    private static final String PACKAGE_CALLS = "package_calls";
    private static final int MAX_CREDIT = 1_000_000;

    static TopUp read(byte[] body) throws IOException {
        JsonNode json = JSON.readTree(body);
        if (!(json instanceof ObjectNode object)) {
            throw ParameterError.of("body", json, "a JSON object");
        }
        JsonParameters parameters = new JsonParameters("", object);
        parameters.allowOnly(Set.of(BALANCE, PACKAGE_CALLS));
        Optional<BigDecimal> amount = amount(object.path(BALANCE));
        Optional<Integer> calls = parameters.integer(PACKAGE_CALLS, 1, MAX_CREDIT);
        if (amount.isEmpty() && calls.isEmpty()) {
            throw ParameterError.missing(BALANCE + " or " + PACKAGE_CALLS);
        }
        return new TopUp(amount.orElse(BigDecimal.ZERO), calls.orElse(0));
    }

    private static Optional<BigDecimal> amount(JsonNode balance) {
        if (balance.isMissingNode()) {
            return Optional.empty();
        }
        BigDecimal amount = balance.decimalValue();
        if (!balance.isNumber() || amount.signum() <= 0 || amount.compareTo(BigDecimal.valueOf(MAX_CREDIT)) > 0) {
            throw ParameterError.of(BALANCE, balance, "a number above 0, at most " + MAX_CREDIT);
        }
        return Optional.of(amount);
    }
}
