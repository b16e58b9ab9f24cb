/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * The account's money (interface document, "Balance record"). Users of packages may see a balance of 0.
 *
 * @param balance {@code availableBalance} plus {@code unavailableBalance}
 * @param availableBalance what calls are paid from
 * @param unavailableBalance funds pending activation
 * @param other fields that the interface document does not list
 */
public record Balance(
        BigDecimal balance,
        BigDecimal availableBalance,
        BigDecimal unavailableBalance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {

    /** Reads an absent amount as zero. */
    public Balance {
        balance = Objects.requireNonNullElse(balance, BigDecimal.ZERO);
        availableBalance = Objects.requireNonNullElse(availableBalance, BigDecimal.ZERO);
        unavailableBalance = Objects.requireNonNullElse(unavailableBalance, BigDecimal.ZERO);
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
