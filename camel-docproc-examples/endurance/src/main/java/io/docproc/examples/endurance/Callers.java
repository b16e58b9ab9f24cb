/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/** Threads that call operations at random, as many at a time as are allowed, until they are told to stop. */
final class Callers implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int IN_FLIGHT = 32;
    private static final int PATIENCE_SECONDS = 60;

    private final List<SoakCall> choices = new ArrayList<>();
    private final Map<String, AsyncProducer> producers = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore places = new Semaphore(IN_FLIGHT, true);
    private final Outcomes outcomes;
    private volatile boolean over;

    /** @param context has a route for each of the calls */
    Callers(CamelContext context, List<SoakCall> calls, Outcomes outcomes) throws Exception {
        this.outcomes = outcomes;
        for (SoakCall call : calls) {
            AsyncProducer producer = context.getEndpoint(call.entry()).createAsyncProducer();
            producer.start();
            producers.put(call.name(), producer);
            for (int i = 0; i < call.weight(); i++) {
                choices.add(call);
            }
        }
    }

    /** Starts them. */
    Callers start(Random random) {
        for (int number = 1; number <= THREADS; number++) {
            Random own = new Random(random.nextLong());
            Thread thread = new Thread(() -> call(own), "caller-" + number);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    private void call(Random random) {
        try {
            places.acquire();
            while (!over) {
                begin(choices.get(random.nextInt(choices.size())), random);
                places.acquire();
            }
            places.release();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            outcomes.complain("a caller cannot go on: " + e);
        }
    }

    private void begin(SoakCall call, Random random) throws Exception {
        AsyncProducer producer = producers.get(call.name());
        Exchange exchange = producer.getEndpoint().createExchange();
        call.preparation().prepare(exchange, random);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                outcomes.unitOfWorkEnded(call.name());
            }
        });
        AtomicBoolean ended = new AtomicBoolean();
        outcomes.started(call.name());
        producer.process(exchange, doneSync -> {
            if (ended.getAndSet(true)) {
                outcomes.complain(call.name() + ": an exchange ended twice");
            } else {
                outcomes.ended(call.name(), exchange);
                places.release();
            }
        });
    }

    /**
     * Waits until nothing is in flight, and keeps it so until {@link #resume}.
     *
     * @throws IllegalStateException if something does not end
     */
    void pause() throws InterruptedException {
        if (!places.tryAcquire(IN_FLIGHT, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    (IN_FLIGHT - places.availablePermits()) + " exchanges have not ended within a minute");
        }
    }

    void resume() {
        places.release(IN_FLIGHT);
    }

    /** Begins nothing more and waits until nothing is in flight. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        }
        pause();
        producers.values().forEach(AsyncProducer::stop);
    }
}
