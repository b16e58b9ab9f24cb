/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.math.BigDecimal;

// tag::class[]
/** Fields of an invoice. */
public record Invoice(
        @JsonProperty("invoice_number") @JsonPropertyDescription("Number of the invoice") String number,
        @JsonPropertyDescription("Amount to pay, with tax") BigDecimal total) {}
// end::class[]
