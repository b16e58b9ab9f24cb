/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/** Exception handler that records the reported failures. */
public final class RecordingExceptionHandler implements ExceptionHandler {
    private final List<String> reports = new CopyOnWriteArrayList<>();

    @Override
    public void handleException(Throwable exception) {
        handleException("", exception);
    }

    @Override
    public void handleException(String message, Throwable exception) {
        reports.add(message + ": " + exception.getMessage());
    }

    @Override
    public void handleException(String message, Exchange exchange, Throwable exception) {
        handleException(message, exception);
    }

    /** Returns the reports: message and exception message. */
    public List<String> reports() {
        return reports;
    }
}
