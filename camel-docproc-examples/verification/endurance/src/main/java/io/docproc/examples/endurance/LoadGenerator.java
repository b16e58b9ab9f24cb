/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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

/** Load generator: threads that call random operations, with a limit on concurrent calls, until {@link #close}. */
final class LoadGenerator implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int IN_FLIGHT = 32;
    private static final int TIMEOUT_SECONDS = 60;

    private final List<SoakCall> choices = new ArrayList<>();
    private final Deque<SoakCall> shuffled = new ArrayDeque<>();
    private final Map<String, AsyncProducer> producers = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore permits = new Semaphore(IN_FLIGHT, true);
    private final CallStatistics statistics;
    private volatile boolean over;

    /** @param context contains a route for each call */
    LoadGenerator(CamelContext context, List<SoakCall> calls, CallStatistics statistics) throws Exception {
        this.statistics = statistics;
        for (SoakCall call : calls) {
            AsyncProducer producer = context.getEndpoint(call.entry()).createAsyncProducer();
            producer.start();
            producers.put(call.name(), producer);
            for (int i = 0; i < call.weight(); i++) {
                choices.add(call);
            }
        }
    }

    /** Starts the threads. */
    LoadGenerator start(Random random) {
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
            permits.acquire();
            while (!over) {
                begin(next(random), random);
                permits.acquire();
            }
            permits.release();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            statistics.addProblem("a caller cannot go on: " + e);
        }
    }

    /** Returns all choices in random order before it returns one of them again, so that a short run has each of them. */
    private synchronized SoakCall next(Random random) {
        if (shuffled.isEmpty()) {
            List<SoakCall> order = new ArrayList<>(choices);
            Collections.shuffle(order, random);
            shuffled.addAll(order);
        }
        return shuffled.remove();
    }

    private void begin(SoakCall call, Random random) throws Exception {
        AsyncProducer producer = producers.get(call.name());
        Exchange exchange = producer.getEndpoint().createExchange();
        call.preparation().prepare(exchange, random);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                statistics.unitOfWorkEnded(call.name());
            }
        });
        AtomicBoolean ended = new AtomicBoolean();
        statistics.started(call.name());
        producer.process(exchange, doneSync -> {
            if (ended.getAndSet(true)) {
                statistics.addProblem(call.name() + ": an exchange ended twice");
            } else {
                statistics.ended(call.name(), exchange);
                permits.release();
            }
        });
    }

    /**
     * Waits until no call is in flight and blocks new calls until {@link #resume}.
     *
     * @throws IllegalStateException if a call does not complete in time
     */
    void pause() throws InterruptedException {
        if (!permits.tryAcquire(IN_FLIGHT, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    (IN_FLIGHT - permits.availablePermits()) + " exchanges have not ended within a minute");
        }
    }

    void resume() {
        permits.release(IN_FLIGHT);
    }

    /** Stops new calls and waits until no call is in flight. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
        }
        pause();
        producers.values().forEach(AsyncProducer::stop);
    }
}
