/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.Console;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.spi.PollingConsumerPollStrategy;
import org.apache.camel.support.DefaultPollingConsumerPollStrategy;
import org.apache.camel.support.ScheduledPollConsumer;

/** Monitors the result of the last poll of each consumer; the error handling remains that of Camel. */
public final class PollMonitor {
    private static final int MAX_FAILURES = 3;

    private final Console console;
    private final Map<String, Poll> polls = new ConcurrentHashMap<>();

    /** @param console prints why a poll is retried */
    public PollMonitor(Console console) {
        this.console = console;
    }

    /**
     * Results of the polls of an endpoint.
     *
     * @param documents number of documents in the last poll; -1 if there was none or it failed
     * @param finished number of successful polls
     * @param failures number of consecutive failures
     * @param failure exception of the last poll
     */
    private record Poll(int documents, int finished, int failures, Optional<Exception> failure) {
        static final Poll NONE = new Poll(-1, 0, 0, Optional.empty());

        Poll succeeded(int polled) {
            return new Poll(polled, finished + 1, 0, Optional.empty());
        }

        Poll failed(Exception cause) {
            return new Poll(-1, finished, failures + 1, Optional.of(cause));
        }
    }

    /** Monitors all consumers of a context that has not been started. */
    public void monitor(CamelContext context) {
        for (Route route : context.getRoutes()) {
            if (route.getConsumer() instanceof ScheduledPollConsumer consumer) {
                polls.put(route.getEndpoint().getEndpointUri(), Poll.NONE);
                consumer.setPollStrategy(new MonitoringPollStrategy(Objects.requireNonNullElseGet(
                        consumer.getPollStrategy(), DefaultPollingConsumerPollStrategy::new)));
                consumer.setExceptionHandler(new OneLineLogger());
            }
        }
    }

    /** Returns the message of the root cause. */
    static String reason(Throwable failure) {
        return failure.getCause() == null ? String.valueOf(failure.getMessage()) : reason(failure.getCause());
    }

    /** Returns true if the last poll of each consumer found no document. */
    public boolean idle() {
        return polls.values().stream().allMatch(poll -> poll.documents() == 0);
    }

    /** Returns the minimum number of successful polls of all consumers. */
    int finished() {
        return polls.values().stream().mapToInt(Poll::finished).min().orElse(0);
    }

    /** Returns the exception of a consumer that failed several times in a row. */
    public Optional<Exception> failure() {
        return polls.values().stream()
                .filter(poll -> poll.failures() >= MAX_FAILURES)
                .findFirst()
                .flatMap(Poll::failure);
    }

    private final class MonitoringPollStrategy implements PollingConsumerPollStrategy {
        private final PollingConsumerPollStrategy delegate;

        MonitoringPollStrategy(PollingConsumerPollStrategy delegate) {
            this.delegate = delegate;
        }

        @Override
        public boolean begin(Consumer consumer, Endpoint endpoint) {
            return delegate.begin(consumer, endpoint);
        }

        @Override
        public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> poll.succeeded(polledMessages));
            delegate.commit(consumer, endpoint, polledMessages);
        }

        @Override
        public boolean rollback(Consumer consumer, Endpoint endpoint, int retryCounter, Exception cause)
                throws Exception {
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> poll.failed(cause));
            return delegate.rollback(consumer, endpoint, retryCounter, cause);
        }
    }

    /** Prints one line for each reason instead of a stack trace; Camel retries the poll. */
    private final class OneLineLogger implements ExceptionHandler {
        private final AtomicReference<String> said = new AtomicReference<>("");

        @Override
        public void handleException(Throwable exception) {
            String reason = reason(exception);
            if (!reason.equals(said.getAndSet(reason))) {
                console.line("        will be tried again: " + reason);
            }
        }

        @Override
        public void handleException(String message, Throwable exception) {
            handleException(exception);
        }

        @Override
        public void handleException(String message, Exchange exchange, Throwable exception) {
            handleException(exception);
        }
    }
}
