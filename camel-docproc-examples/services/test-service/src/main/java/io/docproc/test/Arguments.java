/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.math.BigDecimal;

/** Checks of arguments. */
final class Arguments {
    private Arguments() {}

    static BigDecimal requireNotNegative(String name, BigDecimal value) {
        if (value.signum() < 0) {
            throw new IllegalArgumentException(name + " is " + value + "; allowed are numbers from 0.");
        }
        return value;
    }

    static int requireNotNegative(String name, int value) {
        requireNotNegative(name, BigDecimal.valueOf(value));
        return value;
    }

    static String requireText(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is blank; set a text.");
        }
        return value;
    }
}
