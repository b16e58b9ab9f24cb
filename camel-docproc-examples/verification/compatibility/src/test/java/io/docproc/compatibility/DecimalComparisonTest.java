/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The comparisons of decimals that the documentation calls right in every version of Camel. */
class DecimalComparisonTest {
    @ParameterizedTest
    @CsvSource({
        "${body[total]} >= 1000, 1000.50, true",
        "${body[total]} >= 1000, 1000.00, true",
        "${body[total]} >= 1000, 999.99, false",
        "${body[total]} < 100, 99.99, true",
        "${body[total]} < 100, 100.00, false",
        "${body[total]} < 100, 100.50, false",
        "${body[total].toString()} > 1000, 1000.50, true",
        "${body[total].toString()} > 1000, 1000.00, false",
        "${body[total].toString()} > 1000, 999.99, false",
        "${body[total].toString()} >= 0.05, 0.04, false",
        "${body[total].toString()} >= 0.05, 0.05, true"
    })
    void theFractionCounts(String comparison, BigDecimal total, boolean expected) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.start();
            Exchange exchange = new DefaultExchange(context);
            exchange.getMessage().setBody(Map.of("total", total));

            assertThat(context.resolveLanguage("simple")
                            .createPredicate(comparison)
                            .matches(exchange))
                    .isEqualTo(expected);
        }
    }
}
