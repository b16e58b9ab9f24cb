/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * Balance of the account (interface document, "Balance record"). An account that uses packages may have a balance of 0.
 *
 * @param balance {@code availableBalance} plus {@code unavailableBalance}
 * @param availableBalance the amount from which calls are billed
 * @param unavailableBalance the amount that is pending activation
 * @param other fields that the interface document does not list
 */
public record Balance(
        @StrictType BigDecimal balance,
        @StrictType BigDecimal availableBalance,
        @StrictType BigDecimal unavailableBalance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    /** Replaces an absent amount by zero. */
    public Balance {
        balance = Objects.requireNonNullElse(balance, BigDecimal.ZERO);
        availableBalance = Objects.requireNonNullElse(availableBalance, BigDecimal.ZERO);
        unavailableBalance = Objects.requireNonNullElse(unavailableBalance, BigDecimal.ZERO);
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
