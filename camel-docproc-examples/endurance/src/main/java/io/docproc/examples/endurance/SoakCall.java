/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.Optional;
import java.util.Random;
import org.apache.camel.Exchange;

/**
 * An operation that is called again and again.
 *
 * @param weight how often, compared with the others
 * @param uri of the component's endpoint
 * @param preparation makes the exchange ready for it
 * @param check returns the violation in a response, if there is one
 */
record SoakCall(String name, int weight, String uri, Preparation preparation, Check check) {

    /** Makes an exchange ready. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Exchange exchange, Random random) throws Exception;
    }

    /** Checks a response. */
    @FunctionalInterface
    interface Check {
        Optional<String> problem(Exchange exchange) throws Exception;
    }

    /** Where a route takes exchanges for it. */
    String entry() {
        return "direct:" + name;
    }
}
