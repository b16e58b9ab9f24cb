/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.service.ServiceHelper;

/** Calls handed to a producer as Camel's routing does, which count what comes back. */
final class Calls {
    private final CamelContext context;
    private final AsyncProducer producer;
    private final List<Exchange> done = new CopyOnWriteArrayList<>();
    private final AtomicInteger offered = new AtomicInteger();

    Calls(CamelContext context, String uri) throws Exception {
        this.context = context;
        Endpoint endpoint = context.getEndpoint(uri);
        this.producer = endpoint.createAsyncProducer();
        ServiceHelper.startService(producer);
    }

    AsyncProducer producer() {
        return producer;
    }

    /** An exchange with a document. */
    Exchange exchange() {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(Replies.DOCUMENT);
        return exchange;
    }

    /** Offers a call; whether it was done when the producer came back. */
    boolean offer() {
        return offer(exchange());
    }

    boolean offer(Exchange exchange) {
        boolean sync = producer.process(exchange, doneSync -> done.add(exchange));
        offered.incrementAndGet();
        return sync;
    }

    /** Offers calls from another thread, which may have to wait. */
    Thread offerInBackground(int calls) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < calls; i++) {
                offer();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Whether a thread waits, with or without a time-out. */
    static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** The calls that the producer has taken. */
    int offered() {
        return offered.get();
    }

    /** The exchanges whose callback was called, each as often as it was. */
    List<Exchange> done() {
        return done;
    }

    /** Waits until so many callbacks were called, and makes sure that none was called twice. */
    void awaitDone(int calls) {
        await().until(() -> done.size() >= calls);
        assertThat(done).hasSize(calls).doesNotHaveDuplicates();
    }
}
