/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import java.math.BigDecimal;
import java.util.OptionalInt;

/**
 * What a call cost.
 *
 * @param packageId the package that one call was taken from, if one was
 * @param amount money taken from the available balance
 */
public record Charge(OptionalInt packageId, BigDecimal amount) {
    /** Nothing was paid. */
    public static final Charge NONE = new Charge(OptionalInt.empty(), BigDecimal.ZERO);

    static Charge toPackage(int id) {
        return new Charge(OptionalInt.of(id), BigDecimal.ZERO);
    }

    static Charge toBalance(BigDecimal amount) {
        return new Charge(OptionalInt.empty(), amount);
    }
}
