/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.service.ServiceHelper;

/** Calls a producer asynchronously, as Camel's routing engine does, and records the exchanges that are done. */
public final class Calls {
    private final CamelContext context;
    private final AsyncProducer producer;
    private final List<Exchange> done = new CopyOnWriteArrayList<>();

    public Calls(CamelContext context, String uri) throws Exception {
        this.context = context;
        Endpoint endpoint = context.getEndpoint(uri);
        this.producer = endpoint.createAsyncProducer();
        ServiceHelper.startService(producer);
    }

    /** Returns an exchange with a document. */
    public Exchange exchange() {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(Replies.DOCUMENT);
        return exchange;
    }

    /** Processes a new exchange on a thread of its own. */
    public Thread offer() {
        return offer(exchange());
    }

    /** Processes new exchanges, each on a thread of its own. */
    public void offer(int exchanges) {
        for (int i = 0; i < exchanges; i++) {
            offer();
        }
    }

    /** Processes an exchange on a thread of its own. */
    public Thread offer(Exchange exchange) {
        Thread thread = new Thread(() -> {
            producer.process(exchange, doneSync -> done.add(exchange));
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Returns whether a thread waits, with or without a timeout. */
    public static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Returns the exchanges whose callback was called, once per call of the callback. */
    public List<Exchange> done() {
        return done;
    }

    /** Waits for a number of callbacks, and asserts that none was called twice. */
    public void awaitDone(int calls) {
        await().until(() -> done.size() >= calls);
        assertThat(done).hasSize(calls).doesNotHaveDuplicates();
    }
}
