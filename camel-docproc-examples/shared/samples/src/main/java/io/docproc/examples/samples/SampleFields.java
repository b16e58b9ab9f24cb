/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * True values of a sample document under the field names of the schema {@code invoice.json}.
 *
 * @param dueDate {@code YYYY-MM-DD} like {@code date}; empty if the document contains none
 * @param total empty if the document contains none
 */
record SampleFields(
        String number,
        String date,
        String dueDate,
        String seller,
        String buyer,
        String currency,
        Optional<BigDecimal> total,
        List<Item> items) {

    /** Item of a document; the price is empty on a delivery note. */
    record Item(String description, int quantity, Optional<BigDecimal> unitPrice) {

        static Item of(String description, int quantity, String unitPrice) {
            return new Item(description, quantity, Optional.of(new BigDecimal(unitPrice)));
        }

        static Item unpriced(String description, int quantity) {
            return new Item(description, quantity, Optional.empty());
        }

        Optional<BigDecimal> amount() {
            return unitPrice.map(price -> price.multiply(BigDecimal.valueOf(quantity)));
        }
    }

    static BigDecimal sum(List<Item> items) {
        return items.stream().flatMap(item -> item.amount().stream()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
