/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.ScheduledBatchPollingConsumer;
import org.apache.camel.util.ObjectHelper;

/**
 * Circuit breaker for the account: suspends the consumer of its route after an account error, which is an authentication,
 * balance, service-not-enabled or rate-limit error, and resumes it when the account works again.
 *
 * <p>After each pause it requests the balance, which is not billed. If that succeeds, the consumer delivers a single
 * exchange (a message-driven consumer one for each of its threads): a service that is not enabled refuses documents only.
 * The consumer resumes unless that exchange fails with an account error. The route itself must leave a document with an
 * account error at its source. Until a probe succeeds, an exchange counts as in flight, so that Camel Main does not stop
 * an idle application. One instance per route; thread-safe.
 */
public final class AccountErrorRoutePolicy extends RoutePolicySupport {
    private static final String PROBE = "docproc:balance";

    private final Duration pause;
    private final java.util.function.Consumer<String> lines;
    private State state = State.CLOSED;
    private String trial = "";
    private ScheduledExecutorService scheduler;
    private ProducerTemplate template;
    private Exchange outage;

    /** The states of a circuit breaker. */
    private enum State {
        /** The consumer runs. */
        CLOSED,
        /** The consumer is suspended. */
        OPEN,
        /** The next exchange is the trial. */
        HALF_OPEN,
        /** The trial is in flight; a consumer that polls batches is suspended. */
        TRIAL
    }

    /**
     * Creates the policy.
     *
     * @param pause time between an account error and the next probe
     * @param lines receives one line when the consumer is suspended and one when it is resumed
     */
    public AccountErrorRoutePolicy(Duration pause, java.util.function.Consumer<String> lines) {
        this.pause = pause;
        this.lines = lines;
    }

    /** Binds a policy that is configured by {@code docproc.accountPause} and reports to the console of an example. */
    public static void bind(ExampleMain example, String name) {
        example.main()
                .bind(name, new AccountErrorRoutePolicy(example.properties().accountPause(), example.console()::line));
    }

    /** Throws the exception that a route has caught, so that the exchange fails with it. */
    public void rethrow(Exchange exchange) throws Exception {
        throw exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
    }

    /** Returns the account error with which an exchange failed, also if a route has handled it. */
    public static Optional<DocprocException> accountError(Exchange exchange) {
        return Stream.of(exchange.getException(), exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class))
                .filter(Objects::nonNull)
                .flatMap(failure -> accountError(failure).stream())
                .findFirst();
    }

    /** Returns the account error that is an exception or one of its causes. */
    public static Optional<DocprocException> accountError(Throwable failure) {
        for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
            if (cause instanceof DocprocAuthenticationException
                    || cause instanceof DocprocBalanceException
                    || cause instanceof DocprocServiceNotEnabledException
                    || cause instanceof DocprocRateLimitException) {
                return Optional.of((DocprocException) cause);
            }
        }
        return Optional.empty();
    }

    @Override
    public synchronized void onStart(Route route) {
        state = State.CLOSED;
        template = route.getCamelContext().createProducerTemplate();
        outage = route.getEndpoint().createExchange();
        scheduler = route.getCamelContext()
                .getExecutorServiceManager()
                .newSingleThreadScheduledExecutor(this, "AccountProbe");
    }

    @Override
    public void onStop(Route route) {
        ScheduledExecutorService stopped;
        ProducerTemplate unused;
        synchronized (this) {
            stopped = scheduler;
            unused = template;
            scheduler = null;
        }
        if (stopped != null) {
            route.getCamelContext().getExecutorServiceManager().shutdownNow(stopped);
            unused.stop();
        }
    }

    @Override
    public synchronized void onExchangeBegin(Route route, Exchange exchange) {
        if (state == State.HALF_OPEN) {
            state = State.TRIAL;
            trial = exchange.getExchangeId();
        }
        if (state != State.CLOSED && route.getConsumer() instanceof ScheduledBatchPollingConsumer) {
            suspend(route.getConsumer());
        }
    }

    @Override
    public synchronized void onExchangeDone(Route route, Exchange exchange) {
        Optional<DocprocException> error = accountError(exchange);
        if (error.isPresent() && state != State.OPEN) {
            open(route, error.get());
        } else if (error.isEmpty()
                && state == State.TRIAL
                && exchange.getExchangeId().equals(trial)) {
            state = State.CLOSED;
            resume(route);
            lines.accept("The account can be used again: the route " + route.getId() + " is resumed");
        }
    }

    private void open(Route route, DocprocException error) {
        if (state == State.CLOSED) {
            lines.accept(
                    "The account cannot be used: the route " + route.getId() + " is suspended and the account probed"
                            + " every " + Console.seconds(pause.toMillis()) + ": " + error.getMessage());
        }
        state = State.OPEN;
        route.getCamelContext().getInflightRepository().add(outage);
        suspend(route.getConsumer());
        schedule(route);
    }

    private void schedule(Route route) {
        if (scheduler != null) {
            scheduler.schedule(() -> probe(route), pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void probe(Route route) {
        Exception failure = template.send(PROBE, message -> {}).getException();
        synchronized (this) {
            if (failure != null && isTemporary(failure)) {
                schedule(route);
            } else if (scheduler != null) {
                state = State.HALF_OPEN;
                route.getCamelContext().getInflightRepository().remove(outage);
                resume(route);
            }
        }
    }

    /** Any other failure of the probe says nothing about documents: the trial decides. */
    private static boolean isTemporary(Exception failure) {
        return accountError(failure).isPresent()
                || failure instanceof DocprocException response && response.isRetryable();
    }

    private void suspend(Consumer consumer) {
        try {
            suspendOrStopConsumer(consumer);
            // A suspended consumer would deliver the rest of its batch.
            limitBatch(consumer, ShutdownRunningTask.CompleteCurrentTaskOnly);
        } catch (Exception e) {
            handleException(e);
        }
    }

    private void resume(Route route) {
        try {
            if (controller(route).getRouteStatus(route.getId()) == ServiceStatus.Started) {
                limitBatch(route.getConsumer(), ShutdownRunningTask.CompleteAllTasks);
                resumeOrStartConsumer(route.getConsumer());
            }
        } catch (Exception e) {
            handleException(e);
        }
    }

    private static void limitBatch(Consumer consumer, ShutdownRunningTask limit) {
        // A batch of one has no rest. The S3 consumer never releases an object that it has opened and not delivered.
        if (consumer instanceof ScheduledBatchPollingConsumer batch && batch.getMaxMessagesPerPoll() != 1) {
            batch.deferShutdown(limit);
        }
    }
}
