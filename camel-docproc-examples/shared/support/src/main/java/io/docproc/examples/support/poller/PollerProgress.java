/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.poller;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import io.docproc.examples.support.server.DocumentServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteAddedEvent;

/** Reports each document when its original has been moved. */
final class PollerProgress extends DocumentProgress {
    private final DocumentServer server;
    private final List<Pattern> excluded = new CopyOnWriteArrayList<>();
    private int duplicates;

    PollerProgress(DocumentServer server, Console console) {
        super(console);
        this.server = server;
    }

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event instanceof RouteAddedEvent || super.isEnabled(event);
    }

    @Override
    public void notify(CamelEvent event) throws Exception {
        if (!(event instanceof RouteAddedEvent added)) {
            super.notify(event);
        } else if (added.getRoute().getEndpoint() instanceof GenericFileEndpoint<?> files
                && files.getExcludePattern() != null) {
            excluded.add(files.getExcludePattern());
        }
    }

    @Override
    protected String document(Exchange exchange) {
        return file(exchange).getFileName();
    }

    private static GenericFile<?> file(Exchange exchange) {
        return exchange.getProperty(Exchange.FILE_EXCHANGE_FILE, GenericFile.class);
    }

    @Override
    protected void finished(Exchange exchange) {
        // The parts of a split document have its file, too.
        if (file(exchange) == null || exchange.getProperty(Exchange.SPLIT_INDEX) != null) {
            return;
        }
        String document = document(exchange);
        if (exchange.isFailed()) {
            failed(document, firstLine(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)));
        } else if (exchange.getProperty(Exchange.DUPLICATE_MESSAGE, false, Boolean.class)) {
            duplicate(document);
        } else {
            String result = exchange.getMessage().getHeader(Exchange.FILE_NAME_PRODUCED, String.class);
            processed(document, result == null ? "done" : console().path(Path.of(result)));
        }
    }

    private synchronized void duplicate(String document) {
        duplicates++;
        processed(document, "has its result already, not sent again");
    }

    @Override
    protected int waiting() {
        return server.waiting().size();
    }

    /**
     * Prints the documents that no poll has processed.
     *
     * @return true if there are none
     */
    boolean reportUnprocessed() {
        List<String> waiting = server.waiting();
        for (String document : waiting) {
            String reason = excluded.stream()
                    .filter(names -> names.matcher(document).matches())
                    .findFirst()
                    .map(names -> "the route excludes names like " + names.pattern() + "; rename it")
                    .orElse("no poll could read it; check its permissions and those of the folder");
            console().line("NOT PROCESSED: " + document.replaceAll("\\p{Cntrl}", "?") + ": " + reason);
        }
        return waiting.isEmpty();
    }

    /** Returns the numbers of processed and failed documents. */
    synchronized String summary() {
        int finished = finishedDocuments();
        return finished + " documents: " + (finished - duplicates - failedDocuments()) + " processed, " + duplicates
                + " had their result already, " + failedDocuments() + " failed";
    }
}
