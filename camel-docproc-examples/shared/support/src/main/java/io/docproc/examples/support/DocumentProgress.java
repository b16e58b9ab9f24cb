/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.error.DocprocException;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCompletedEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.ExchangeFailedEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Prints one line for each document when its exchange is completed. */
public abstract class DocumentProgress extends EventNotifierSupport {
    private final Console console;
    private int processed;
    private int failed;

    /** Creates a notifier, to be added before the routes start. */
    protected DocumentProgress(Console console) {
        this.console = console;
    }

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event instanceof ExchangeCompletedEvent || event instanceof ExchangeFailedEvent;
    }

    @Override
    public void notify(CamelEvent event) throws Exception {
        Exchange exchange = ((ExchangeEvent) event).getExchange();
        if (!isIgnored(exchange)) {
            finished(exchange);
        }
    }

    /** Returns true for an exchange that reports nothing: by default the copy that stores the reason of a failure. */
    protected boolean isIgnored(Exchange exchange) {
        return exchange.getProperty(Exchange.ON_COMPLETION) != null;
    }

    /**
     * Returns true for the exchange of a part of a split. The exchange that is split gets the properties of a part that
     * failed.
     */
    public static boolean isPart(Exchange exchange) {
        String whole = exchange.getProperty(ExchangePropertyKey.CORRELATION_ID, String.class);
        return whole != null && !whole.equals(exchange.getExchangeId());
    }

    /** Returns the receiver of the lines. */
    protected final Console console() {
        return console;
    }

    /** Returns the name of the document of an exchange. */
    protected abstract String document(Exchange exchange);

    /** Reports an exchange that is completed or failed. */
    protected abstract void finished(Exchange exchange) throws Exception;

    /** Returns the number of documents that are neither processed nor failed. */
    protected abstract int waiting();

    /** Reports a document that is processed. */
    protected final synchronized void processed(String document, String result) {
        processed++;
        line(document, result);
    }

    /** Reports a document that failed. */
    protected final synchronized void failed(String document, String reason) {
        failed++;
        line(document, "FAILED: " + reason);
    }

    /** Returns the number of documents, processed or not. */
    protected int total() {
        return processed + failed + waiting();
    }

    private void line(String document, String ending) {
        String total = String.valueOf(total());
        String finished = String.format("%" + total.length() + "s", processed + failed);
        console.line("[" + finished + "/" + total + "] " + document + " ... " + ending);
    }

    /** Returns the message of the service with its code, or the message of the exception. */
    public static String reason(Exception cause) {
        if (cause instanceof DocprocException failure) {
            return (failure.getCode() == 0 ? "" : failure.getCode() + " ") + failure.getReason();
        }
        return String.valueOf(cause.getMessage());
    }

    /** Returns the first line of the message of an exception. */
    protected static String firstLine(Exception cause) {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    /** Returns true if no document of this run failed. */
    public final synchronized boolean isSuccessful() {
        return failed == 0;
    }

    /** Returns the number of documents that are processed or failed. */
    public final synchronized int finishedDocuments() {
        return processed + failed;
    }

    /** Returns the number of documents that failed. */
    protected final synchronized int failedDocuments() {
        return failed;
    }
}
