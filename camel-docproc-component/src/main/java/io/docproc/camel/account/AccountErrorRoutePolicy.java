/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import io.docproc.camel.error.DocprocAccountException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Route;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.util.ObjectHelper;

/**
 * Route policy that suspends the consumer of a route after an account error, and resumes it when the account works again.
 * An account error is a {@link DocprocAccountException}, also if the route has handled it. It concerns every document, so
 * the route should leave the document at its source.
 *
 * <p>After each {@linkplain #setPause pause} the policy sends a message to the {@linkplain #setProbe probe}, by default
 * {@code docproc:balance}, which is not billed. If the probe succeeds, the consumer delivers a single exchange, or one for
 * each of its threads if it is message-driven: a service that is not enabled refuses documents only. The consumer resumes
 * unless that exchange, the trial, fails with an account error. The trial is the next exchange, not the next call: an
 * exchange without a call, such as a filtered duplicate or an empty message, resumes the consumer too. The next account
 * error suspends it again.
 *
 * <p>The consumer should be {@link org.apache.camel.Suspendable}, as those of file, FTP, S3, JMS, SEDA and timer are. Any
 * other consumer is stopped while its exchange is in flight, and started after a successful probe. While
 * {@code stopRoute} waits for exchanges in flight, a successful probe may resume the consumer until the route is stopped.
 *
 * <p>An {@link Error}, such as a class that is missing at run time, concerns every document too, and no probe can tell
 * when it is corrected: the policy stops the route and logs the error.
 *
 * <p>Several routes of a context may share a policy. It suspends and resumes each route separately, and probes the account
 * once for all of them. While a route waits for a probe to succeed, one exchange counts as in flight, so that Camel Main
 * does not stop an idle application. Thread-safe; set the properties before the routes start.
 */
public final class AccountErrorRoutePolicy extends RoutePolicySupport {
    /** The default pause in milliseconds: 1 minute. */
    public static final long DEFAULT_PAUSE = 60_000;
    /** The default URI of the probe. */
    public static final String DEFAULT_PROBE = "docproc:balance";

    private final Map<Route, RouteCircuit> circuits = new ConcurrentHashMap<>();
    private long pause = DEFAULT_PAUSE;
    private String probe = DEFAULT_PROBE;
    private Optional<AccountProbe> accountProbe = Optional.empty();

    /** Returns the time between two probes, and between an account error and the next probe at the most, in milliseconds. */
    public long getPause() {
        return pause;
    }

    /**
     * Sets the time between two probes, and between an account error and the next probe at the most.
     *
     * @param pause time in milliseconds, at least 1; the default is 60000
     * @throws IllegalArgumentException if the time is less than 1 ms
     */
    public void setPause(long pause) {
        if (pause < 1) {
            throw new IllegalArgumentException("Property pause is " + pause
                    + "; allowed are values of at least 1; set the milliseconds of a pause.");
        }
        this.pause = pause;
    }

    /** Returns the URI of the endpoint that tests the account. */
    public String getProbe() {
        return probe;
    }

    /**
     * Sets the URI of the endpoint that tests the account. An application with several accounts has a policy for each.
     *
     * @param probe URI of a producer that is not billed, for example {@code docproc:balance?appId=…}
     */
    public void setProbe(String probe) {
        this.probe = probe;
    }

    /** Returns the account error with which an exchange failed, also if a route has handled it. */
    public static Optional<DocprocAccountException> accountError(Exchange exchange) {
        return cause(exchange, DocprocAccountException.class);
    }

    private static <T extends Throwable> Optional<T> cause(Exchange exchange, Class<T> type) {
        return Stream.of(exchange.getException(), exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class))
                .filter(Objects::nonNull)
                .flatMap(failure -> cause(failure, type).stream())
                .findFirst();
    }

    /** Returns the account error that is an exception or one of its causes. */
    public static Optional<DocprocAccountException> accountError(Throwable failure) {
        return cause(failure, DocprocAccountException.class);
    }

    private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
        return Optional.ofNullable(ObjectHelper.getException(type, failure));
    }

    /**
     * Returns whether an exchange failed with an account error or an {@link Error}, which concern every document, also if a
     * route has handled it. For predicates of routes.
     */
    public boolean isAccountError(Exchange exchange) {
        return cause(exchange, DocprocAccountException.class).isPresent()
                || cause(exchange, Error.class).isPresent();
    }

    /**
     * Observes the exchanges of a route that starts.
     *
     * @throws org.apache.camel.NoSuchEndpointException if the component of the probe is missing
     * @throws org.apache.camel.ResolveEndpointFailedException if the URI of the probe is invalid
     */
    @Override
    public void onStart(Route route) {
        CamelContextHelper.getMandatoryEndpoint(route.getCamelContext(), probe);
        if (started(route).hasFailed()) {
            stopRouteAsync(route);
        }
    }

    @Override
    public void onStop(Route route) {
        Optional.ofNullable(circuits.remove(route)).ifPresent(RouteCircuit::stop);
    }

    @Override
    public void onSuspend(Route route) {
        circuit(route).ifPresent(RouteCircuit::routeSuspended);
    }

    @Override
    public void onResume(Route route) {
        circuit(route).ifPresent(RouteCircuit::consumerResumed);
    }

    @Override
    public void onExchangeBegin(Route route, Exchange exchange) {
        started(route).begin(exchange);
    }

    @Override
    public void onExchangeDone(Route route, Exchange exchange) {
        boolean overcome = isOvercome(exchange);
        Optional<Error> fatal = overcome ? Optional.empty() : cause(exchange, Error.class);
        if (fatal.isPresent()) {
            circuit(route).filter(circuit -> circuit.fail(fatal.get())).ifPresent(circuit -> stopRouteAsync(route));
            return;
        }
        Optional<DocprocAccountException> error = overcome ? Optional.empty() : accountError(exchange);
        circuit(route).ifPresent(circuit -> circuit.complete(exchange, error));
    }

    /**
     * Returns whether a redelivery has succeeded after the exception that the exchange keeps as a property. Camel removes
     * the header when a route handles an exception, and the ID of the failed route after {@code doTry}.
     */
    private static boolean isOvercome(Exchange exchange) {
        return exchange.getException() == null
                && exchange.getProperty(Exchange.FAILURE_ROUTE_ID) != null
                && exchange.getMessage().getHeader(Exchange.REDELIVERED, false, Boolean.class);
    }

    @Override
    protected synchronized void doStop() {
        accountProbe.ifPresent(AccountProbe::close);
        accountProbe = Optional.empty();
    }

    /** Returns the circuit of a route. The first exchange, which creates it, may end before Camel calls {@link #onStart}. */
    private RouteCircuit started(Route route) {
        return circuits.computeIfAbsent(route, it -> new RouteCircuit(it, () -> accountProbe(it.getCamelContext())));
    }

    private Optional<RouteCircuit> circuit(Route route) {
        return Optional.ofNullable(circuits.get(route));
    }

    /** Creates the probe with the first account error: until then it needs no thread. */
    private synchronized AccountProbe accountProbe(CamelContext context) {
        if (accountProbe.isEmpty()) {
            accountProbe = Optional.of(new AccountProbe(context, probe, Duration.ofMillis(pause)));
        }
        return accountProbe.get();
    }
}
