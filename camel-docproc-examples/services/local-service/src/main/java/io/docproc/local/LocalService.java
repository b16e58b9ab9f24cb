/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import io.docproc.local.console.CallCounts;
import io.docproc.local.console.Console;
import io.docproc.local.crop.CropService;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.extract.ExtractService;
import io.docproc.local.parse.ParseService;
import io.docproc.local.recognition.Tesseract;
import io.docproc.test.DocprocTestService;
import io.docproc.test.DocprocTestServiceBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Optional;

/**
 * A stand-in for the document-processing service that runs on this machine, without an account and without cost. It is
 * a {@link DocprocTestService} that crops, extracts from and parses documents, and has paths to inspect and control it.
 * Thread-safe.
 */
public final class LocalService implements AutoCloseable {
    private final LocalServiceOptions options;
    private final DocumentProcessors processors;
    private Optional<DocprocTestService> running = Optional.empty();

    /** Creates a service that is not started. */
    public LocalService(LocalServiceOptions options) {
        this(options, work());
    }

    /** Creates a service that is not started, with other processors of documents. */
    public LocalService(LocalServiceOptions options, DocumentProcessors processors) {
        this.options = options;
        this.processors = processors.atMost(Runtime.getRuntime().availableProcessors());
    }

    /** Returns the default processors. */
    public static DocumentProcessors work() {
        DocumentReaders readers = new DocumentReaders(Tesseract.find());
        return new DocumentProcessors(
                new CropService()::crop, new ExtractService(readers)::extract, new ParseService(readers)::parse);
    }

    /**
     * Starts the service.
     *
     * @return this service
     * @throws IOException if the port is in use
     * @throws IllegalStateException if it is running
     */
    public synchronized LocalService start() throws IOException {
        if (running.isPresent()) {
            throw new IllegalStateException("The service is running; close it before it is started again.");
        }
        CallCounts calls = new CallCounts(options.callLines());
        DocprocTestServiceBuilder builder = options.builder().listener(calls);
        processors.addTo(builder);
        Console console = new Console(this::started, calls);
        console.addPaths(builder);
        DocprocTestService service = start(builder);
        console.replaceFaults(service, options.faults());
        running = Optional.of(service);
        return this;
    }

    private DocprocTestService start(DocprocTestServiceBuilder builder) throws IOException {
        try {
            return builder.start();
        } catch (IllegalStateException e) {
            throw new IOException(
                    "cannot listen on " + options.address() + "; use another port, or 0 for a free one", e);
        }
    }

    /**
     * Returns the port.
     *
     * @throws IllegalStateException if the service is not running
     */
    public int port() {
        return URI.create(baseUrl()).getPort();
    }

    /**
     * Returns the main and workflow URL, without a slash at the end.
     *
     * @throws IllegalStateException if the service is not running
     */
    public String baseUrl() {
        return started().baseUrl();
    }

    /**
     * Returns whether no call is in flight and all jobs are completed or failed. The call of a killed client is in flight
     * until it is processed.
     *
     * @throws IllegalStateException if the service is not running
     */
    public boolean isIdle() {
        return started().isIdle();
    }

    /**
     * Adds to the available balance.
     *
     * @throws IllegalArgumentException if the amount is negative
     * @throws IllegalStateException if the service is not running
     */
    public void topUp(BigDecimal amount) {
        started().topUp(amount, 0);
    }

    /** Stops the service, discards calls in flight and deletes uploads and results. */
    @Override
    public synchronized void close() {
        running.ifPresent(DocprocTestService::close);
        running = Optional.empty();
    }

    private synchronized DocprocTestService started() {
        return running.orElseThrow(() -> new IllegalStateException("The service is not running; start it."));
    }
}
