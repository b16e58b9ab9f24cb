/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.poller;

import io.docproc.examples.support.AccountErrorRoutePolicy;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.server.DocumentServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.RouteAddedEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Prints one line for each document when its original has been moved. */
final class PollerProgress extends EventNotifierSupport {
    private final DocumentServer server;
    private final Console console;
    private final List<Pattern> excluded = new CopyOnWriteArrayList<>();
    private int done;
    private int known;
    private int failed;

    PollerProgress(DocumentServer server, Console console) {
        this.server = server;
        this.console = console;
        setIgnoreCamelContextEvents(true);
        setIgnoreServiceEvents(true);
        setIgnoreStepEvents(true);
        setIgnoreExchangeCreatedEvent(true);
        setIgnoreExchangeSendingEvents(true);
        setIgnoreExchangeSentEvents(true);
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof RouteAddedEvent added) {
            added(added);
        } else if (event instanceof ExchangeEvent exchange) {
            processed(exchange, exchange.getExchange());
        }
    }

    private void added(RouteAddedEvent event) {
        if (event.getRoute().getEndpoint() instanceof GenericFileEndpoint<?> files
                && files.getExcludePattern() != null) {
            excluded.add(files.getExcludePattern());
        }
    }

    private void processed(ExchangeEvent event, Exchange exchange) {
        GenericFile<?> file = exchange.getProperty(Exchange.FILE_EXCHANGE_FILE, GenericFile.class);
        if (file == null) {
            return;
        }
        if (AccountErrorRoutePolicy.accountError(exchange).isPresent()) {
            // The document stays where it is; the policy has reported the reason.
            return;
        }
        String document = file.getFileName();
        // the parts of a split document have its file, too
        boolean isPart = exchange.getProperty(Exchange.SPLIT_INDEX) != null;
        if (event.getType() == CamelEvent.Type.ExchangeRedelivery) {
            repeated(document, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        } else if (event.getType() == CamelEvent.Type.ExchangeCompleted && !isPart) {
            completed(document, exchange);
        } else if (event.getType() == CamelEvent.Type.ExchangeFailed && !isPart) {
            failed(document, exchange.getException());
        }
    }

    private synchronized void completed(String document, Exchange exchange) {
        if (".failed".equals(exchange.getProperty("archive"))) {
            failed(document, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class));
        } else if (exchange.getProperty(Exchange.DUPLICATE_MESSAGE, false, Boolean.class)) {
            known++;
            line(document, "has its result already, not sent again");
        } else {
            done++;
            String result = exchange.getMessage().getHeader(Exchange.FILE_NAME_PRODUCED, String.class);
            line(document, result == null ? "done" : console.path(Path.of(result)));
        }
    }

    private synchronized void failed(String document, Exception cause) {
        failed++;
        line(document, "FAILED: " + firstLine(cause));
    }

    private void repeated(String document, Exception cause) {
        console.line("        " + document + ": trying again after \"" + firstLine(cause) + "\"");
    }

    private static String firstLine(Exception cause) {
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    }

    private void line(String document, String ending) {
        int finished = done + known + failed;
        int total = finished + waiting();
        String width = "%" + String.valueOf(total).length() + "d";
        console.line(String.format(Locale.ROOT, "[" + width + "/%d] %s ... %s", finished, total, document, ending));
    }

    private int waiting() {
        try {
            return server.waiting().size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Prints the documents that no poll has processed.
     *
     * @return true if there are none
     */
    boolean reportUnprocessed() throws IOException {
        List<String> waiting = server.waiting();
        for (String document : waiting) {
            String reason = excluded.stream()
                    .filter(names -> names.matcher(document).matches())
                    .findFirst()
                    .map(names -> "the route excludes names like " + names.pattern() + "; rename it")
                    .orElse("no poll could take it; may it be read, and moved?");
            console.line("NOT TAKEN: " + document.replaceAll("\\p{Cntrl}", "?") + ": " + reason);
        }
        return waiting.isEmpty();
    }

    /** Returns true if no document of this run failed. */
    synchronized boolean isSuccessful() {
        return failed == 0;
    }

    /** Returns the numbers of processed and failed documents. */
    synchronized String summary() {
        return (done + known + failed) + " documents: " + done + " processed, " + known + " had their result already, "
                + failed + " failed";
    }
}
