/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.net.UnknownHostException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.RouteEvent;
import org.apache.camel.spi.InflightRepository;
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

    /**
     * Creates a monitor, to be bound to the registry before the context starts.
     *
     * @param console prints why a poll is retried
     * @param listener called after each poll
     */
    public PollMonitor(Console console, Runnable listener) {
        this.console = console;
        this.listener = listener;
        setIgnoreExchangeEvents(true);
    }

    /**
     * Result of the polls of an endpoint.
     *
     * @param failures number of consecutive failures; {@code MAX_FAILURES - 1} before the first poll, so that a failure
     *     of the first one counts
     * @param failure exception of the last poll
     */
    private record Poll(int failures, Optional<Exception> failure) {
        static final Poll NONE = new Poll(MAX_FAILURES - 1, Optional.empty());
        static final Poll SUCCESSFUL = new Poll(0, Optional.empty());

        Poll failed(Exception cause) {
            return new Poll(failures + 1, Optional.of(cause));
        }

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
            polls.put(consumer.getEndpoint().getEndpointUri(), Poll.NONE);
            consumer.setPollStrategy(new MonitoringPollStrategy(
                    Objects.requireNonNullElseGet(consumer.getPollStrategy(), DefaultPollingConsumerPollStrategy::new),
                    consumer.getEndpoint().createExchange()));
            consumer.setExceptionHandler(
                    new OneLineLogger(consumer.getEndpoint().getCamelContext()));
        }
    }

    /** Returns the message of the root cause. That of an unknown host is only its name. */
    static String reason(Throwable failure) {
        if (failure.getCause() != null) {
            return reason(failure.getCause());
        }
        return (failure instanceof UnknownHostException ? "unknown host " : "") + failure.getMessage();
    }

    /** Returns why a consumer cannot poll: it never could, or failed several times in a row. */
    public Optional<String> failure() {
        return polls.values().stream()
                .filter(poll -> !poll.mayPoll())
                .findFirst()
                .flatMap(Poll::failure)
                .map(PollMonitor::reason);
    }

    /**
     * Counts a poll as in flight, so that an application that waits for a server or a read lock is not idle. Polls of a
     * consumer that cannot poll do not count, because their reconnects would hold the application.
     */
    private final class MonitoringPollStrategy implements PollingConsumerPollStrategy {
        private final PollingConsumerPollStrategy delegate;
        private final Exchange poll;
        private final InflightRepository inFlight;
        private volatile boolean counted;

        MonitoringPollStrategy(PollingConsumerPollStrategy delegate, Exchange poll) {
            this.delegate = delegate;
            this.poll = poll;
            this.inFlight = poll.getContext().getInflightRepository();
        }

        @Override
        public boolean begin(Consumer consumer, Endpoint endpoint) {
            boolean begun = delegate.begin(consumer, endpoint);
            counted = begun && polls.get(endpoint.getEndpointUri()).mayPoll();
            if (counted) {
                inFlight.add(poll);
            }
            return begun;
        }

        private void end() {
            if (counted) {
                counted = false;
                inFlight.remove(poll);
            }
        }

        @Override
        public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {
            end();
            polls.put(endpoint.getEndpointUri(), Poll.SUCCESSFUL);
            delegate.commit(consumer, endpoint, polledMessages);
            listener.run();
        }

        @Override
        public boolean rollback(Consumer consumer, Endpoint endpoint, int retryCounter, Exception cause)
                throws Exception {
            end();
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> poll.failed(cause));
            listener.run();
            return delegate.rollback(consumer, endpoint, retryCounter, cause);
        }
    }

    /** Prints one line for each reason instead of a stack trace; Camel retries the poll. */
    private final class OneLineLogger extends LoggingExceptionHandler {
        private final AtomicReference<String> printed = new AtomicReference<>("");

        OneLineLogger(CamelContext context) {
            super(context, PollMonitor.class);
        }

        @Override
        public void handleException(String message, Exchange exchange, Throwable exception) {
            if (exchange != null && exchange.getException() == exception) {
                // A document, which is reported by itself.
                return;
            }
            String reason = reason(exception);
            if (!reason.equals(printed.getAndSet(reason))) {
                console.line("        the poll is retried: " + reason);
            }
        }
    }
}
