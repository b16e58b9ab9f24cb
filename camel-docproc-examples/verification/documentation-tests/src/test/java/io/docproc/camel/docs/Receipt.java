/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.math.BigDecimal;
import java.time.LocalDate;

// tag::class[]
/** Fields of a receipt. */
public record Receipt(
        @JsonPropertyDescription("Day of the purchase") LocalDate date,
        @JsonPropertyDescription("Currency of the total") Currency currency,
        @JsonPropertyDescription("Amount paid, with tax") BigDecimal total) {
    public enum Currency {
        EUR,
        USD
    }
}
// end::class[]
