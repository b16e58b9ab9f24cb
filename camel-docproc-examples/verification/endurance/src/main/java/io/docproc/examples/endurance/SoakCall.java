/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.Optional;
import java.util.Random;
import org.apache.camel.Exchange;

/**
 * Call that the load generator makes repeatedly.
 *
 * @param weight frequency relative to the other calls
 * @param uri endpoint of the component
 * @param preparation sets body and headers of an exchange
 * @param check returns the violation in a response, if there is one
 */
record SoakCall(String name, int weight, String uri, Preparation preparation, Check check) {

    /** Sets body and headers of an exchange. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Exchange exchange, Random random) throws Exception;
    }

    /** Checks a response. */
    @FunctionalInterface
    interface Check {
        Optional<String> problem(Exchange exchange) throws Exception;
    }

    /** Returns the endpoint of the route that makes the call. */
    String entry() {
        return "direct:" + name;
    }
}
