/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/** Ignores exceptions, because the endurance run causes them deliberately. */
final class NoopExceptionHandler implements ExceptionHandler {
    @Override
    public void handleException(Throwable exception) {
        // deliberately ignored
    }

    @Override
    public void handleException(String message, Throwable exception) {
        // deliberately ignored
    }

    @Override
    public void handleException(String message, Exchange exchange, Throwable exception) {
        // deliberately ignored
    }
}
