/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import java.util.HashMap;
import java.util.Map;

/**
 * What to do about an error code.
 *
 * @param general the advice for the operations without an advice of their own
 * @param specific the advice for operations, by their name
 */
record Advice(String general, Map<String, String> specific) {
    static Advice of(String text) {
        return new Advice(text, Map.of());
    }

    /** Returns this advice with another text for some operations. */
    Advice instead(String text, String... operations) {
        Map<String, String> more = new HashMap<>(specific);
        for (String operation : operations) {
            more.put(operation, text);
        }
        return new Advice(general, Map.copyOf(more));
    }

    String text(String operation) {
        return specific.getOrDefault(operation, general);
    }
}
