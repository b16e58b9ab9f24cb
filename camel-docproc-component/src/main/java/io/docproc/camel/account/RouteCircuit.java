/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import io.docproc.camel.error.DocprocAccountException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.Suspendable;
import org.apache.camel.support.ScheduledBatchPollingConsumer;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Circuit breaker between a consumer and its route. Thread-safe. */
final class RouteCircuit {
    private static final Logger LOG = LoggerFactory.getLogger(AccountErrorRoutePolicy.class);

    private final Route route;
    private final Supplier<AccountProbe> probe;
    private final Exchange outage;
    private Optional<AccountProbe> awaited = Optional.empty();
    private State state = State.CLOSED;
    private String trial = "";

    private enum State {
        /** The consumer runs. */
        CLOSED,
        /** The consumer is suspended until a probe succeeds. */
        OPEN,
        /** The next exchange is the trial. */
        HALF_OPEN,
        /** The trial is in flight; a consumer that polls batches is suspended. */
        TRIAL,
        /** The route is stopped. */
        STOPPED
    }

    /**
     * Creates a closed circuit.
     *
     * @param probe supplies the probe of the account; called after an account error
     */
    RouteCircuit(Route route, Supplier<AccountProbe> probe) {
        this.route = route;
        this.probe = probe;
        outage = route.getEndpoint().createExchange();
        if (!(route.getConsumer() instanceof Suspendable)) {
            LOG.warn(
                    "The consumer of route {} is not Suspendable: an account error stops it while its exchange is in"
                            + " flight; use a consumer that can be suspended",
                    route.getRouteId());
        }
    }

    /** Makes the first exchange after a successful probe the trial. */
    synchronized void begin(Exchange exchange) {
        if (state == State.HALF_OPEN) {
            state = State.TRIAL;
            trial = exchange.getExchangeId();
        }
        if (isSuspending()) {
            suspend();
        }
    }

    /** Opens the circuit after an account error, and closes it after a trial without one. */
    synchronized void complete(Exchange exchange, Optional<DocprocAccountException> error) {
        if (error.isPresent()) {
            open(error.get());
        } else if (state == State.TRIAL && exchange.getExchangeId().equals(trial)) {
            state = State.CLOSED;
            resume();
            LOG.info("The account can be used again: the circuit of route {} is closed", route.getRouteId());
        }
    }

    /** Suspends the consumer until the route is stopped. Returns whether this is the first error. */
    synchronized boolean fail(Error error) {
        if (state == State.STOPPED) {
            return false;
        }
        LOG.error(
                "Route {} is stopped, because {} concerns every document; the documents stay at their source. Correct the"
                        + " error, for example the class path, and restart the application",
                route.getRouteId(),
                error,
                error);
        stop();
        suspend();
        return true;
    }

    /** Returns whether an {@link Error} has stopped the route. */
    synchronized boolean hasFailed() {
        return state == State.STOPPED;
    }

    /** Lets the consumer deliver a trial after a successful probe. */
    synchronized void halfOpen() {
        if (state == State.OPEN) {
            state = State.HALF_OPEN;
            endWait();
            resume();
        }
    }

    /** Suspends the consumer of an open circuit again, after an operator has resumed the route. */
    synchronized void consumerResumed() {
        if (isSuspending()) {
            suspend();
        } else {
            limitBatch(ShutdownRunningTask.CompleteAllTasks);
        }
    }

    /** Suspends the consumer again: a probe or a trial may have resumed it while Camel suspended the route. */
    synchronized void routeSuspended() {
        suspend();
    }

    /** Ends the circuit of a stopped route. */
    synchronized void stop() {
        awaited.ifPresent(it -> it.cancel(this));
        endWait();
        state = State.STOPPED;
    }

    private boolean isSuspending() {
        return state == State.OPEN
                || state == State.TRIAL && route.getConsumer() instanceof ScheduledBatchPollingConsumer;
    }

    private void open(DocprocAccountException error) {
        if (state == State.OPEN || state == State.STOPPED) {
            return;
        }
        AccountProbe account = probe.get();
        if (state == State.CLOSED) {
            LOG.warn(
                    "The account cannot be used: route {} is suspended, and the account is probed every {} ms: {}",
                    route.getRouteId(),
                    account.pause().toMillis(),
                    error.getMessage());
        }
        state = State.OPEN;
        awaited = Optional.of(account);
        route.getCamelContext().getInflightRepository().add(outage);
        suspend();
        account.await(this);
    }

    private void endWait() {
        if (awaited.isPresent()) {
            awaited = Optional.empty();
            route.getCamelContext().getInflightRepository().remove(outage);
        }
    }

    private void suspend() {
        try {
            ServiceHelper.suspendService(route.getConsumer());
            // A suspended consumer would deliver the rest of its batch.
            limitBatch(ShutdownRunningTask.CompleteCurrentTaskOnly);
        } catch (Throwable e) {
            LOG.warn("The consumer of route {} cannot be suspended", route.getRouteId(), e);
        }
    }

    private void resume() {
        try {
            CamelContext context = route.getCamelContext();
            if (!context.isStopping()
                    && context.getRouteController().getRouteStatus(route.getRouteId()) == ServiceStatus.Started) {
                limitBatch(ShutdownRunningTask.CompleteAllTasks);
                ServiceHelper.resumeService(route.getConsumer());
            }
        } catch (Throwable e) {
            LOG.warn("The consumer of route {} cannot be resumed; restart the route", route.getRouteId(), e);
        }
    }

    private void limitBatch(ShutdownRunningTask limit) {
        Consumer consumer = route.getConsumer();
        // A batch of one has no rest. The S3 consumer never releases an object that it has opened and not delivered.
        if (consumer instanceof ScheduledBatchPollingConsumer batch && batch.getMaxMessagesPerPoll() != 1) {
            batch.deferShutdown(limit);
        }
    }
}
