/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/** Says nothing of failures that are made on purpose. */
final class Quiet implements ExceptionHandler {
    @Override
    public void handleException(Throwable exception) {
        // see above
    }

    @Override
    public void handleException(String message, Throwable exception) {
        // see above
    }

    @Override
    public void handleException(String message, Exchange exchange, Throwable exception) {
        // see above
    }
}
