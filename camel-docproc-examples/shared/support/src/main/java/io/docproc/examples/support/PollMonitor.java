/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteEvent;
import org.apache.camel.spi.PollingConsumerPollStrategy;
import org.apache.camel.support.DefaultPollingConsumerPollStrategy;
import org.apache.camel.support.EventNotifierSupport;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.ScheduledPollConsumer;

/** Monitors the polls of all consumers of a context; the error handling remains that of Camel. */
public final class PollMonitor extends EventNotifierSupport {
    private static final int MAX_FAILURES = 3;

    private final Console console;
    private final Runnable listener;
    private final Map<String, Poll> polls = new ConcurrentHashMap<>();

    /** Creates a monitor, to be bound to the registry before the context starts, with a listener that is called after each poll. */
    public PollMonitor(Console console, Runnable listener) {
        this.console = console;
        this.listener = listener;
        setIgnoreExchangeEvents(true);
    }

    /** Consecutive failures of the polls of an endpoint, one less than the maximum before the first poll; the last exception. */
    private record Poll(int failures, Exception failure) {
        /** Returns false after a failure of the first poll, and after several failures in a row. */
        boolean mayPoll() {
            return failures < MAX_FAILURES;
        }
    }

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event.getType() == CamelEvent.Type.RouteAdded;
    }

    @Override
    public void notify(CamelEvent event) {
        if (((RouteEvent) event).getRoute().getConsumer() instanceof ScheduledPollConsumer consumer) {
            polls.put(consumer.getEndpoint().getEndpointUri(), new Poll(MAX_FAILURES - 1, null));
            consumer.setPollStrategy(new MonitoringPollStrategy(
                    Objects.requireNonNullElseGet(consumer.getPollStrategy(), DefaultPollingConsumerPollStrategy::new),
                    consumer.getEndpoint().createExchange()));
            consumer.setExceptionHandler(new OneLineLogger());
        }
    }

    static Throwable rootCause(Throwable failure) {
        return failure.getCause() == null ? failure : rootCause(failure.getCause());
    }

    /** Returns the message of the root cause. That of an unknown host is only its name. */
    static String reason(Throwable failure) {
        Throwable cause = rootCause(failure);
        return (cause instanceof UnknownHostException ? "unknown host " : "") + cause.getMessage();
    }

    /** Returns why a consumer cannot poll: it never could, or failed several times in a row. */
    public Optional<String> failure() {
        return polls.values().stream()
                .filter(poll -> !poll.mayPoll())
                .findFirst()
                .map(poll -> reason(poll.failure()));
    }

    /**
     * Counts a poll as in flight, so that an application that waits for a server or a read lock is not idle. Polls of a
     * consumer that cannot poll do not count, because their reconnects would hold the application. A consumer may poll in
     * several threads.
     */
    private final class MonitoringPollStrategy implements PollingConsumerPollStrategy {
        private final PollingConsumerPollStrategy delegate;
        private final Exchange poll;
        private final AtomicInteger counted = new AtomicInteger();

        MonitoringPollStrategy(PollingConsumerPollStrategy delegate, Exchange poll) {
            this.delegate = delegate;
            this.poll = poll;
        }

        @Override
        public boolean begin(Consumer consumer, Endpoint endpoint) {
            boolean begun = delegate.begin(consumer, endpoint);
            if (begun && polls.get(endpoint.getEndpointUri()).mayPoll()) {
                counted.incrementAndGet();
                poll.getContext().getInflightRepository().add(poll);
            }
            return begun;
        }

        private void end() {
            if (counted.getAndUpdate(polling -> Math.max(0, polling - 1)) > 0) {
                poll.getContext().getInflightRepository().remove(poll);
            }
        }

        @Override
        public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {
            end();
            polls.put(endpoint.getEndpointUri(), new Poll(0, null));
            delegate.commit(consumer, endpoint, polledMessages);
            listener.run();
        }

        @Override
        public boolean rollback(Consumer consumer, Endpoint endpoint, int retryCounter, Exception cause)
                throws Exception {
            end();
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> new Poll(poll.failures() + 1, cause));
            listener.run();
            return delegate.rollback(consumer, endpoint, retryCounter, cause);
        }
    }

    /** Prints one line for each reason instead of a stack trace; Camel retries the poll. */
    private final class OneLineLogger extends LoggingExceptionHandler {
        private String printed = "";

        OneLineLogger() {
            super(null, PollMonitor.class);
        }

        @Override
        public synchronized void handleException(String message, Exchange exchange, Throwable exception) {
            // A failed document is reported by itself.
            boolean document = exchange != null && exchange.getException() == exception;
            if (!document && !printed.equals(reason(exception))) {
                printed = reason(exception);
                console.line("        the poll is retried: " + printed);
            }
        }
    }
}
