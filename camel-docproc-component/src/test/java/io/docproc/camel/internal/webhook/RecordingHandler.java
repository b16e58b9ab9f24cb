/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/** Keeps what it is told. */
public final class RecordingHandler implements ExceptionHandler {
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

    /** What it was told. */
    public List<String> reports() {
        return reports;
    }
}
