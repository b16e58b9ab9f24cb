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

/** Knows of each consumer that polls how its last poll ended, and leaves what follows from that to Camel. */
public final class Polls {
    private static final int PATIENCE = 3;

    private final Console console;
    private final Map<String, Poll> polls = new ConcurrentHashMap<>();

    /** @param console is told why a document will be tried again */
    public Polls(Console console) {
        this.console = console;
    }

    /**
     * How polls of an endpoint went.
     *
     * @param documents how many the last one took, -1 if there was none or it failed
     * @param finished how many there were that did not fail
     * @param failures how many in a row have failed
     * @param failure of the last one
     */
    private record Poll(int documents, int finished, int failures, Optional<Exception> failure) {
        static final Poll NONE = new Poll(-1, 0, 0, Optional.empty());

        Poll took(int polled) {
            return new Poll(polled, finished + 1, 0, Optional.empty());
        }

        Poll failed(Exception cause) {
            return new Poll(-1, finished, failures + 1, Optional.of(cause));
        }
    }

    /** Watches all consumers of a context, which have not been started. */
    public void watch(CamelContext context) {
        for (Route route : context.getRoutes()) {
            if (route.getConsumer() instanceof ScheduledPollConsumer consumer) {
                polls.put(route.getEndpoint().getEndpointUri(), Poll.NONE);
                consumer.setPollStrategy(new Watch(Objects.requireNonNullElseGet(
                        consumer.getPollStrategy(), DefaultPollingConsumerPollStrategy::new)));
                consumer.setExceptionHandler(new OneLine());
            }
        }
    }

    /** What lies at the bottom of a failure. */
    static String reason(Throwable failure) {
        return failure.getCause() == null ? String.valueOf(failure.getMessage()) : reason(failure.getCause());
    }

    /** Whether each consumer has found nothing when it looked last. */
    public boolean idle() {
        return polls.values().stream().allMatch(poll -> poll.documents() == 0);
    }

    /** How many times each consumer has looked, and dealt with what it found. */
    int finished() {
        return polls.values().stream().mapToInt(Poll::finished).min().orElse(0);
    }

    /** Why a consumer cannot poll, if it has failed several times in a row. */
    public Optional<Exception> failure() {
        return polls.values().stream()
                .filter(poll -> poll.failures() >= PATIENCE)
                .findFirst()
                .flatMap(Poll::failure);
    }

    private final class Watch implements PollingConsumerPollStrategy {
        private final PollingConsumerPollStrategy camels;

        Watch(PollingConsumerPollStrategy camels) {
            this.camels = camels;
        }

        @Override
        public boolean begin(Consumer consumer, Endpoint endpoint) {
            return camels.begin(consumer, endpoint);
        }

        @Override
        public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> poll.took(polledMessages));
            camels.commit(consumer, endpoint, polledMessages);
        }

        @Override
        public boolean rollback(Consumer consumer, Endpoint endpoint, int retryCounter, Exception cause)
                throws Exception {
            polls.computeIfPresent(endpoint.getEndpointUri(), (uri, poll) -> poll.failed(cause));
            return camels.rollback(consumer, endpoint, retryCounter, cause);
        }
    }

    /** A line in the place of Camel's stack traces, once a reason: Camel tries again by itself. */
    private final class OneLine implements ExceptionHandler {
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
