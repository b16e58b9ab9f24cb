/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import java.math.BigDecimal;

/**
 * An account's money (interface document, Balance record).
 *
 * @param available what calls can be paid from
 * @param unavailable funds pending activation
 */
public record Balance(BigDecimal available, BigDecimal unavailable) {
    /** Available and unavailable funds together. */
    public BigDecimal total() {
        return available.add(unavailable);
    }

    Balance withAdded(BigDecimal amount) {
        return new Balance(available.add(amount), unavailable);
    }
}
