/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Polls the submitted jobs of its path in the job repository until they complete, on Camel's schedule. It needs no HTTP
 * server. A failure of the repository is handled as that of any other poll: Camel logs it and polls again.
 */
public final class CompletionsConsumer extends ScheduledPollConsumer implements ShutdownAware {
    private final String path;
    private final CompletionService service;

    /**
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param path path of the jobs
     * @param services creates the service that processes the completions, for the route and the handler of failures
     *     outside of it
     */
    public CompletionsConsumer(
            Endpoint endpoint,
            Processor processor,
            String path,
            BiFunction<AsyncProcessor, Supplier<ExceptionHandler>, CompletionService> services) {
        super(endpoint, processor);
        this.path = path;
        this.service = services.apply(getAsyncProcessor(), this::getExceptionHandler);
        consumerPaths().addPolling(this, path);
    }

    private ConsumerPaths consumerPaths() {
        return ConsumerPaths.of(getEndpoint().getCamelContext());
    }

    /** Starts polls for all jobs that are due, and returns their number. The routes run on other threads. */
    @Override
    protected int poll() {
        return service.poll();
    }

    @Override
    protected void doStart() throws Exception {
        consumerPaths().reserve(this, path, getRoute() == null ? "consumer" : ConsumerPaths.nameOf(getRoute()));
        boolean started = false;
        try {
            ServiceHelper.startService(service);
            super.doStart();
            started = true;
        } finally {
            // Camel does not stop a consumer that could not start.
            if (!started) {
                ServiceHelper.stopAndShutdownService(service);
                consumerPaths().release(this);
            }
        }
    }

    /** Stops polling. Camel waits for the completions in the route before it stops the consumer. */
    @Override
    protected void doSuspend() throws Exception {
        ServiceHelper.stopService(service);
        super.doSuspend();
    }

    @Override
    protected void doResume() throws Exception {
        ServiceHelper.startService(service);
        super.doResume();
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopService(service);
        consumerPaths().release(this);
        super.doStop();
    }

    @Override
    protected void doShutdown() throws Exception {
        consumerPaths().remove(this);
        ServiceHelper.stopAndShutdownService(service);
        super.doShutdown();
    }

    @Override
    public boolean deferShutdown(ShutdownRunningTask shutdownRunningTask) {
        return false;
    }

    /** Returns the number of completions in the route, with those whose result is downloaded. */
    @Override
    public int getPendingExchangesSize() {
        return service.inFlight();
    }

    @Override
    public void prepareShutdown(boolean suspendOnly, boolean forced) {
        // Nothing to prepare: running routes complete.
    }
}
