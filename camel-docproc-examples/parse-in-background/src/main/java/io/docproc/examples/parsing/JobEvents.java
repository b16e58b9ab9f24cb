/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.account.AccountErrorRoutePolicy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCompletedEvent;
import org.apache.camel.spi.CamelEvent.ExchangeCreatedEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.ExchangeFailedEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Records what the routes do with each job. */
final class JobEvents extends EventNotifierSupport {
    static final String RECEIVED = "received";
    static final String STORED = "result stored";
    static final String FAILED = "failure stored";

    private final Queue<JobEvent> events = new ConcurrentLinkedQueue<>();

    /**
     * Event of a job.
     *
     * @param millis milliseconds since the epoch
     * @param side {@code service} or {@code route}
     * @param response response to a callback; may be empty
     */
    public record JobEvent(String document, String job, long millis, String side, String event, String response) {}

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event instanceof ExchangeCreatedEvent
                || event instanceof ExchangeCompletedEvent
                || event instanceof ExchangeFailedEvent;
    }

    @Override
    public void notify(CamelEvent event) {
        Exchange exchange = ((ExchangeEvent) event).getExchange();
        Message message = exchange.getMessage();
        String route = String.valueOf(exchange.getFromRouteId());
        if (route.equals("completions") && !(event instanceof ExchangeFailedEvent)) {
            boolean completed = "completed".equals(message.getHeader(DocprocConstants.STATUS));
            String document = message.getHeader(DocprocConstants.CORRELATION_ID, String.class);
            String job = message.getHeader(DocprocConstants.JOB_ID, String.class);
            add(document, job, event instanceof ExchangeCreatedEvent ? RECEIVED : completed ? STORED : FAILED);
        } else if (route.equals("submit")
                && event instanceof ExchangeFailedEvent
                && AccountErrorRoutePolicy.accountError(exchange).isEmpty()) {
            String document = message.getHeader(Exchange.FILE_NAME, String.class);
            add(document, "none for " + document, FAILED);
        }
    }

    private void add(String document, String job, String event) {
        events.add(new JobEvent(document, job, System.currentTimeMillis(), "route", event, ""));
    }

    /** Returns the events in the order of their time. */
    List<JobEvent> all() {
        return List.copyOf(events);
    }

    /** Returns the number of times that a result or a failure of a document was stored. */
    long completions(String document) {
        return events.stream()
                .filter(event ->
                        event.document().equals(document) && !event.event().equals(RECEIVED))
                .count();
    }
}
