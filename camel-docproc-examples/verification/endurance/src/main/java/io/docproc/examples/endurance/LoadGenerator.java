/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/** Threads that call random operations with a limit on concurrent calls until {@link #close}, and count the outcomes. */
final class LoadGenerator implements AutoCloseable {
    private static final int THREADS = 4;
    private static final int IN_FLIGHT = 32;
    private static final int TIMEOUT_SECONDS = 60;
    private static final int MAX_PROBLEMS = 20;

    private final List<SoakCalls.Call> choices = new ArrayList<>();
    private final Deque<SoakCalls.Call> shuffled = new ArrayDeque<>();
    private final Map<String, AsyncProducer> producers = new HashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore permits = new Semaphore(IN_FLIGHT, true);
    private final Map<String, Count> counts = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private volatile boolean over;

    private static final class Count {
        private long started;
        private long succeeded;
        private long unitsOfWork;
        private final Map<String, Long> failures = new TreeMap<>();

        private long failed() {
            return failures.values().stream().mapToLong(Long::longValue).sum();
        }

        private String line(String name) {
            String line = String.format(Locale.ROOT, "%-12s %9d %9d %9d  ", name, started, succeeded, failed());
            String reasons = failures.toString();
            return line + reasons.substring(1, reasons.length() - 1);
        }
    }

    /** @param context contains a started route for each call */
    void start(CamelContext context, List<SoakCalls.Call> calls, Random random) throws Exception {
        for (SoakCalls.Call call : calls) {
            AsyncProducer producer =
                    context.getEndpoint("direct:" + call.name()).createAsyncProducer();
            producer.start();
            producers.put(call.name(), producer);
            choices.addAll(Collections.nCopies(call.weight(), call));
            counts.put(call.name(), new Count());
        }
        for (int number = 1; number <= THREADS; number++) {
            Random own = new Random(random.nextLong());
            Thread thread = new Thread(() -> call(own), "caller-" + number);
            threads.add(thread);
            thread.start();
        }
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
            addProblem("a caller cannot continue: " + e);
        }
    }

    /** Returns all choices in random order before it returns one of them again, so that a short run has each of them. */
    private synchronized SoakCalls.Call next(Random random) {
        if (shuffled.isEmpty()) {
            Collections.shuffle(choices, random);
            shuffled.addAll(choices);
        }
        return shuffled.remove();
    }

    private void begin(SoakCalls.Call call, Random random) throws Exception {
        Exchange exchange = producers.get(call.name()).getEndpoint().createExchange();
        call.preparation().prepare(exchange, random);
        Count count = counts.get(call.name());
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                synchronized (LoadGenerator.this) {
                    count.unitsOfWork++;
                }
            }
        });
        AtomicBoolean ended = new AtomicBoolean();
        synchronized (this) {
            count.started++;
        }
        producers.get(call.name()).process(exchange, doneSync -> {
            if (ended.getAndSet(true)) {
                addProblem(call.name() + ": an exchange ended twice");
            } else {
                count(count, exchange.getException());
                permits.release();
            }
        });
    }

    private synchronized void count(Count count, Exception failure) {
        if (failure == null) {
            count.succeeded++;
        } else {
            count.failures.merge(reason(failure), 1L, Long::sum);
        }
    }

    /** Returns the service's code; without one, the exception type, and for transport errors also its cause. */
    private static String reason(Exception failure) {
        if (failure instanceof DocprocException known && known.getCode() != 0) {
            return String.valueOf(known.getCode());
        }
        boolean transport = failure instanceof DocprocTransportException && failure.getCause() != null;
        return kind(failure) + (transport ? "/" + kind(failure.getCause()) : "");
    }

    private static String kind(Throwable failure) {
        return failure.getClass().getSimpleName().replaceAll("^Docproc|Exception$", "");
    }

    /** Records a violated expectation. */
    synchronized void addProblem(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** Returns the number of successful calls. */
    synchronized long succeeded() {
        return counts.values().stream().mapToLong(it -> it.succeeded).sum();
    }

    /** Returns the number of failed calls. */
    synchronized long failed() {
        return counts.values().stream().mapToLong(Count::failed).sum();
    }

    /** Returns the problems and all counters that do not match; no exchange may be in flight. */
    synchronized List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        counts.forEach((name, it) -> {
            if (it.started != it.succeeded + it.failed() || it.started != it.unitsOfWork) {
                all.add(name + ": " + it.started + " started, " + (it.succeeded + it.failed()) + " ended, "
                        + it.unitsOfWork + " units of work ended");
            }
        });
        return all;
    }

    /** Returns one line for each operation. */
    synchronized List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-12s %9s %9s %9s", "operation", "started", "succeeded", "failed"));
        counts.forEach((name, it) -> lines.add(it.line(name)));
        return lines;
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
