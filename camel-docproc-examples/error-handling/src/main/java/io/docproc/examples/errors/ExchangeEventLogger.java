/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeEvent;
import org.apache.camel.spi.CamelEvent.ExchangeRedeliveryEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Prints the exchange events of each document and the alarms. */
public final class ExchangeEventLogger extends EventNotifierSupport {
    private final Console console;
    private final List<String> alarms = new CopyOnWriteArrayList<>();

    ExchangeEventLogger(Console console) {
        this.console = console;
    }

    /** Receives an alarm from the routes. */
    public void add(String alarm) {
        console.line("ALARM   " + alarm);
        alarms.add(alarm);
    }

    /** Returns true if an alarm with this prefix was raised, and removes it. */
    boolean consumeAlarm(String beginning) {
        return alarms.removeIf(alarm -> alarm.startsWith(beginning));
    }

    @Override
    public void notify(CamelEvent event) {
        if (!(event instanceof ExchangeEvent exchangeEvent)
                || !"inbox".equals(exchangeEvent.getExchange().getFromRouteId())) {
            return;
        }
        Exchange exchange = exchangeEvent.getExchange();
        if (event instanceof ExchangeRedeliveryEvent redelivery) {
            console.line("retry   " + document(exchange) + ", redelivery " + redelivery.getAttempt() + " after "
                    + reason(exchange));
        } else if (event.getType() == CamelEvent.Type.ExchangeCompleted) {
            console.line(completed(exchange));
        } else if (event.getType() == CamelEvent.Type.ExchangeFailed) {
            console.line("stays   " + document(exchange) + " in the inbox: " + reason(exchange));
        }
    }

    private static String completed(Exchange exchange) {
        String folder = exchange.getVariable("folder", String.class);
        if (folder != null) {
            return "moved   " + document(exchange) + " -> " + folder + ": " + reason(exchange);
        }
        return "done    " + document(exchange) + " -> outbox";
    }

    private static String document(Exchange exchange) {
        return exchange.getMessage().getHeader(Exchange.FILE_NAME_CONSUMED, String.class);
    }

    private static String reason(Exchange exchange) {
        Exception cause = exchange.getException() != null
                ? exchange.getException()
                : exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        return DocumentProgress.reason(cause);
    }
}
