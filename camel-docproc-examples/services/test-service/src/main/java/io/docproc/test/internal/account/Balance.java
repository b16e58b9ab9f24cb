/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import java.math.BigDecimal;

/**
 * Funds of an account (interface document, Balance record).
 *
 * @param available funds to which calls are billed
 * @param unavailable funds pending activation
 */
public record Balance(BigDecimal available, BigDecimal unavailable) {
    /** Returns all funds. */
    public BigDecimal total() {
        return available.add(unavailable);
    }

    Balance plus(BigDecimal amount) {
        return new Balance(available.add(amount), unavailable);
    }
}
