/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.internal.body.SpoolException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileAlreadyExistsException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExchangeException;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.Predicate;
import org.apache.camel.Route;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.ShutdownRunningTask;
import org.apache.camel.TypeConversionException;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.component.file.GenericFileOnCompletion;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.InterceptSendToEndpoint;
import org.apache.camel.spi.OnCamelContextStarting;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.ExpressionAdapter;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.PatternHelper;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.component.PropertyConfigurerSupport;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Route configuration {@code docproc-safe-redelivery}: redelivers only what cannot be billed twice, with exponential
 * backoff. A route selects it with {@code routeConfigurationId}. The {@code onException} clauses of the route take
 * precedence.
 *
 * <ul>
 *   <li>A retryable {@link DocprocException} is redelivered up to {@code docproc.redeliveries} times.
 *   <li>A {@link DocprocRateLimitException} is redelivered up to {@code docproc.rateLimitRedeliveries} times. The component
 *       waits for the cooldown before it sends the call.
 *   <li>An {@code IOException}, a failure of a file, FTP or SFTP endpoint, and a failed connection of a database are
 *       redelivered to the step that failed, unless they are permanent, such as a body that is no file. After a call, up to
 *       {@code docproc.storeRedeliveries} times, unless a caller waits for the reply. A step that contains the call is
 *       redelivered twice if each attempt is billed.
 *   <li>Any other failure is not redelivered. Each failure is judged by itself.
 * </ul>
 *
 * <p>The first delay is {@code docproc.redeliveryDelay}, the longest {@code docproc.maximumRedeliveryDelay}, both in
 * milliseconds. A redelivery waits on its thread, so that the route accepts no more messages than the component has
 * threads. At a stop, it ends with a {@link RejectedExecutionException}.
 *
 * <p>A failure that concerns every document does not move a file to the {@code moveFailed} folder of its consumer: an
 * account error, an {@link Error}, a service that fails or cannot be reached, the response of a gateway in place of the
 * service's, a spool directory that cannot be written, a stop. The route stops where its source would
 * deliver a document again, to be billed each time: after an {@code Error}, and after any failure of a document that was
 * billed and stays at its source, unless a result repository has the result.
 */
public final class DocprocSafeRedelivery extends RouteConfigurationBuilder {
    /** ID of the route configuration. */
    public static final String ID = "docproc-safe-redelivery";
    /** Name of the bean that is {@link #concernsMessage} as a predicate, for the condition of an {@code onCompletion}. */
    public static final String MESSAGE_FAILED = "docproc-message-failed";

    private static final Logger LOG = LoggerFactory.getLogger(DocprocSafeRedelivery.class);
    private static final String FAILED_STEP = "CamelDocprocFailedStep";
    private static final String EXHAUSTED = "CamelDocprocExhausted";
    /** Redeliveries of a step with a billed call each. */
    private static final int BILLED_REDELIVERIES = 2;

    private static final String ERROR_HANDLERS = "org.apache.camel.processor.errorhandler.";
    /** Messages with which delay, throttle and threads reject a message while their route stops. */
    private static final Set<String> STOPPED_STEP = Set.of("Run is not allowed", "ThreadsProcessor is not running.");

    private static final String FILE_FAILURE = "org.apache.camel.component.file.GenericFileOperationFailedException";
    private static final int FTP_ERROR = 400;
    private static final String CIRCUIT_BREAKER = "io.github.resilience4j.circuitbreaker.CallNotPermittedException";
    private static final String FILE_ENDPOINT = "org.apache.camel.component.file.GenericFileEndpoint";

    private static final String REDELIVERIES = "docproc.redeliveries";
    private static final String RATE_LIMIT = "docproc.rateLimitRedeliveries";
    private static final String STORE = "docproc.storeRedeliveries";
    /** The limits that apply if a property is not set. With the default delays, that of the store lasts about a day. */
    private static final Map<String, Integer> LIMITS = Map.of(REDELIVERIES, 4, RATE_LIMIT, 4, STORE, 1440);

    /** IDs of the routes with this configuration. Camel removes a route at a stop before a file of it is moved. */
    private final Set<String> routes = ConcurrentHashMap.newKeySet();

    /** Adds the route configuration to a context that does not have it. */
    static void addTo(CamelContext context) {
        Model model = context.getCamelContextExtension().getContextPlugin(Model.class);
        if (model != null && !isIn(model)) {
            try {
                context.addRoutesConfigurations(new DocprocSafeRedelivery());
            } catch (Exception e) {
                throw RuntimeCamelException.wrapRuntimeException(e);
            }
        }
    }

    private static boolean isIn(Model model) {
        return model.getRouteConfigurationDefinitions().stream().anyMatch(known -> ID.equals(known.getId()));
    }

    @Override
    public void configuration() {
        CamelContext context = getContext();
        if (isIn(context.getCamelContextExtension().getContextPlugin(Model.class))) {
            return;
        }
        // One clause for everything: up to Camel 4.22, a failure without a clause continues the redelivery of the one
        // before. No steps: a dead letter channel of the route would not receive the message.
        routeConfiguration(ID)
                .onException(Throwable.class)
                .retryWhile((Predicate) DocprocSafeRedelivery::isRedelivered)
                .maximumRedeliveries(0)
                .redeliveryDelay("{{docproc.redeliveryDelay:1000}}")
                .maximumRedeliveryDelay("{{docproc.maximumRedeliveryDelay:60000}}")
                .useExponentialBackOff()
                .backOffMultiplier(2)
                .useCollisionAvoidance()
                .collisionAvoidanceFactor(0.25)
                .logExhausted(false)
                .getRedeliveryPolicyType()
                .setAllowRedeliveryWhileStopping("false");
        context.getRegistry().bind(MESSAGE_FAILED, Predicate.class, (Predicate) DocprocSafeRedelivery::concernsMessage);
        context.addLifecycleStrategy(LifecycleStrategySupport.adapt(
                (OnCamelContextStarting) camel -> LIMITS.keySet().forEach(property -> limit(property, camel))));
        Class<?> fileEndpoint = context.getClassResolver().resolveClass(FILE_ENDPOINT);
        context.addRoutePolicyFactory((camel, routeId, route) -> route instanceof RouteDefinition definition
                        && definition.getAppliedRouteConfigurationIds() != null
                        && definition.getAppliedRouteConfigurationIds().contains(ID)
                        && (routes.contains(routeId) || routes.add(routeId))
                ? new RouteStop(fileEndpoint)
                : null);
        if (fileEndpoint != null) {
            context.getCamelContextExtension()
                    .registerEndpointCallback((uri, endpoint) -> FailedFile.watched(endpoint, routes));
        }
    }

    private static int limit(String property, CamelContext context) {
        String text = context.resolvePropertyPlaceholders("{{" + property + ":" + LIMITS.get(property) + "}}");
        // The value of all placeholders while the Camel CLI exports routes
        if (text.equals(PropertyConfigurerSupport.MAGIC_VALUE)) {
            return LIMITS.get(property);
        }
        if (text.strip().matches("\\d{1,9}")) {
            return Integer.parseInt(text.strip());
        }
        throw new IllegalArgumentException("Property " + property + " is " + text
                + "; allowed values are whole numbers from 0; set a number of redeliveries, or remove the property");
    }

    private static boolean isRedelivered(Exchange exchange) {
        Throwable failure = failure(exchange);
        // A routing slip passes the failure of its step to the error handler of the slip.
        if (exchange.getProperty(EXHAUSTED) == failure) {
            return false;
        }
        int attempt = attempt(exchange);
        String property = property(failure, exchange);
        int limit = property == null || containsCall(exchange) ? 0 : limit(property, exchange.getContext());
        if (attempt > limit) {
            exchange.setProperty(EXHAUSTED, failure);
        }
        DocprocException call = find(failure, DocprocException.class);
        Throwable reason = call != null ? call : find(failure, Throwable.class);
        if (attempt <= limit) {
            LOG.warn(
                    "{} is redelivered, {} of at most {} times: {}", name(exchange), attempt, limit, reason.toString());
        } else if (call != null) {
            LOG.error("{} has failed at attempt {}: {}", name(exchange), attempt, failure.toString());
        } else {
            LOG.error("{} has failed at attempt {}", name(exchange), attempt, failure);
        }
        return attempt <= limit;
    }

    /** Returns the number of failures of the step. Camel counts those of all steps together, in a header. */
    private static int attempt(Exchange exchange) {
        FailedStep last = exchange.getProperty(FAILED_STEP, FailedStep.class);
        String step = String.valueOf(exchange.getExchangeExtension().getHistoryNodeId());
        FailedStep failed = FailedStep.of(exchange, step, last);
        exchange.setProperty(FAILED_STEP, failed);
        if (last != null && !failed.isRepeated) {
            exchange.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, 1);
        }
        return exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER, 1, Integer.class);
    }

    /**
     * The last failed step of an exchange. The copies of the exchange, such as the parts of a split, inherit it and count
     * their calls.
     *
     * @param iteration the iteration of the loop that contains the step; null without one
     * @param isRepeated whether the step has also failed at the attempt before
     * @param billedCalls the calls that were billed since the failure
     * @param billedRedeliveries the last redeliveries of the step, during each of which a call was billed
     * @param outer the failed step of the exchange that was copied; null without one
     */
    private record FailedStep(
            String exchangeId,
            String step,
            Object iteration,
            boolean isRepeated,
            AtomicInteger billedCalls,
            int billedRedeliveries,
            FailedStep outer,
            int depth) {
        /** For a message that a route sends to itself without an end. */
        private static final int MAX_DEPTH = 10;

        static FailedStep of(Exchange exchange, String step, FailedStep last) {
            String exchangeId = exchange.getExchangeId();
            Object iteration = exchange.getProperty(Exchange.LOOP_INDEX);
            // A result that is copied back has the failed steps of its part.
            FailedStep own = last;
            while (own != null && !own.exchangeId.equals(exchangeId)) {
                own = own.outer;
            }
            boolean isRepeated = own != null && own.step.equals(step);
            boolean isBilledAgain = isRepeated && own.billedCalls.get() > 0 && Objects.equals(own.iteration, iteration);
            FailedStep outer = own == null ? last : own.outer;
            int depth = outer == null ? 0 : outer.depth + 1;
            return new FailedStep(
                    exchangeId,
                    step,
                    iteration,
                    isRepeated,
                    new AtomicInteger(),
                    isBilledAgain ? own.billedRedeliveries + 1 : 0,
                    depth < MAX_DEPTH ? outer : null,
                    depth < MAX_DEPTH ? depth : 0);
        }

        void billed() {
            billedCalls.incrementAndGet();
            if (outer != null) {
                outer.billed();
            }
        }
    }

    /**
     * Returns whether the step that has failed contains a call, which each redelivery would bill again, such as a split
     * whose aggregation strategy fails.
     */
    private static boolean containsCall(Exchange exchange) {
        return exchange.getProperty(FAILED_STEP, FailedStep.class).billedRedeliveries >= BILLED_REDELIVERIES;
    }

    /** Returns the property that limits the redeliveries of a failure; null if it is not redelivered. */
    private static String property(Throwable failure, Exchange exchange) {
        DocprocException call = find(failure, DocprocException.class);
        if (call != null) {
            return call instanceof DocprocRateLimitException ? RATE_LIMIT : call.isRetryable() ? REDELIVERIES : null;
        }
        if (causes(failure).noneMatch(cause -> isTemporary(cause, exchange))
                || causes(failure).anyMatch(DocprocSafeRedelivery::isPermanent)) {
            return null;
        }
        Origin origin = Origin.of(exchange);
        return origin != null && origin.hasResult && !origin.isAwaited ? STORE : REDELIVERIES;
    }

    /** Returns whether the same step may succeed later: a disk is full for a while, a body of the wrong type fails again. */
    private static boolean isTemporary(Throwable cause, Exchange exchange) {
        return cause instanceof IOException
                || cause instanceof SQLTransientException
                || cause instanceof SQLRecoverableException
                // The connection failed.
                || cause instanceof SQLException sql
                        && String.valueOf(sql.getSQLState()).startsWith("08")
                // Without a cause and a reply of a server, the endpoint refuses the file, for example by
                // fileExist=Fail.
                || isNamed(cause, FILE_FAILURE)
                        && (cause.getCause() != null
                                || exchange.getMessage().getHeader("CamelFtpReplyCode", 0, Integer.class) >= FTP_ERROR);
    }

    private static boolean isPermanent(Throwable cause) {
        return cause instanceof Error
                || cause instanceof InvalidPayloadException
                || cause instanceof TypeConversionException
                || cause instanceof JsonProcessingException
                || cause instanceof CharacterCodingException
                || cause instanceof ObjectStreamException
                || cause instanceof FileAlreadyExistsException;
    }

    /** For classes of libraries that are not always present. */
    private static boolean isNamed(Throwable failure, String type) {
        return type.equals(failure.getClass().getName());
    }

    /** Returns whether a caller gets the failure instead of a source that would deliver the message again. */
    private static boolean isAwaited(Exchange exchange) {
        Origin origin = Origin.of(exchange);
        return origin == null ? exchange.getPattern().isOutCapable() : origin.isAwaited;
    }

    /**
     * Notes that an exchange has a result, or that its response was lost.
     *
     * @param isBilled whether the same call would be billed again
     */
    static void called(Exchange exchange, boolean isBilled) {
        Origin origin = Origin.of(exchange);
        if (origin != null) {
            origin.hasResult = true;
            origin.isBilled |= isBilled;
        }
        FailedStep step = exchange.getProperty(FAILED_STEP, FailedStep.class);
        if (isBilled && step != null) {
            step.billed();
        }
    }

    /**
     * Returns whether an exchange has failed because of its own message. It has not if the failure concerns every message,
     * so that a file stays where it is. The failure of a part of a split becomes the exchange's {@code ${exception}}.
     */
    public static boolean concernsMessage(Exchange exchange) {
        Throwable failure = failure(exchange);
        if (failure instanceof CamelExchangeException && failure.getCause() != null) {
            failure = failure.getCause();
        }
        if (failure == null || concernsEveryDocument(failure, exchange)) {
            return false;
        }
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        return true;
    }

    private static boolean concernsEveryDocument(Throwable failure, Exchange exchange) {
        return isStop(failure, exchange)
                || causes(failure)
                        .anyMatch(cause -> cause instanceof Error
                                || cause instanceof SpoolException
                                || isNamed(cause, CIRCUIT_BREAKER)
                                || cause instanceof DocprocException call
                                        && (call.isRetryable()
                                                || call instanceof DocprocAccountException
                                                        && !(call instanceof DocprocRateLimitException)
                                                || isForeign(call)));
    }

    /** Returns whether a stop has caused the failure. A full thread pool or a throttle has the same exception. */
    private static boolean isStop(Throwable failure, Exchange exchange) {
        RejectedExecutionException rejected = find(failure, RejectedExecutionException.class);
        return rejected != null
                        && (isOfErrorHandler(rejected) || STOPPED_STEP.contains(String.valueOf(rejected.getMessage())))
                || (rejected != null || find(failure, InterruptedException.class) != null)
                        && (exchange.getContext().isStopping() || !isStarted(exchange));
    }

    /** An error handler rejects a message only while its route stops, which may be a route that another one has called. */
    private static boolean isOfErrorHandler(RejectedExecutionException rejected) {
        StackTraceElement[] trace = rejected.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith(ERROR_HANDLERS);
    }

    /** Returns whether the route that has read the message, and the one that processes it, are started. */
    private static boolean isStarted(Exchange exchange) {
        Origin origin = Origin.of(exchange);
        Route current = exchange.getUnitOfWork() == null
                ? null
                : exchange.getUnitOfWork().getRoute();
        return current != null && isStarted(current) && (origin == null || isStarted(origin.route));
    }

    /** A reload replaces a route by another one with its ID. */
    private static boolean isStarted(Route route) {
        CamelContext context = route.getCamelContext();
        return context.getRoute(route.getRouteId()) == route
                && context.getRouteController()
                        .getRouteStatus(route.getRouteId())
                        .isStarted()
                && ServiceHelper.isStarted(route.getConsumer());
    }

    /**
     * Returns whether a gateway, a proxy or the server of a wrong {@code baseUrl} has responded in place of the service.
     * Statuses that a document can cause, such as 413, are excluded, and so are a file that the service does not have, and
     * the beginning of a response of the service.
     */
    static boolean isForeign(DocprocException call) {
        if (call.getCode() != 0 || call instanceof DocprocInvalidRequestException) {
            return false;
        }
        return switch (call.getHttpStatus()) {
            case 402, 404, 405, 407 -> true;
            case 200 ->
                call instanceof DocprocInvalidResponseException response
                        && !response.getExcerpt().isEmpty()
                        && !response.getExcerpt().startsWith("{");
            default -> call.getHttpStatus() / 100 == 3 || call.getHttpStatus() / 100 == 5;
        };
    }

    private static Throwable failure(Exchange exchange) {
        Throwable failure = exchange.getException();
        if (failure == null) {
            failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        }
        // Camel wraps an Error.
        return failure instanceof CamelExecutionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
        return causes(failure)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }

    /** Returns the failure and its causes, the root cause first. */
    private static Stream<Throwable> causes(Throwable failure) {
        return StreamSupport.stream(
                ObjectHelper.createExceptionIterable(failure).spliterator(), false);
    }

    /** Returns the endpoint itself in place of the wrapper that {@code interceptSendToEndpoint} adds. */
    static Endpoint unwrap(Endpoint endpoint) {
        return endpoint instanceof InterceptSendToEndpoint intercepted ? intercepted.getOriginalEndpoint() : endpoint;
    }

    static String name(Exchange exchange) {
        String file = exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class);
        return file != null ? file : "Message " + exchange.getMessage().getMessageId();
    }

    /**
     * Requires that Camel has applied each configuration of this component that a route names. Camel itself ignores an ID
     * that it does not know.
     *
     * @throws IllegalStateException if a route names a configuration that it does not have
     */
    static void requireApplied(CamelContext context) {
        Model model = context.getCamelContextExtension().getContextPlugin(Model.class);
        for (RouteDefinition route : model == null ? List.<RouteDefinition>of() : model.getRouteDefinitions()) {
            Set<String> applied = route.getAppliedRouteConfigurationIds();
            Stream.ofNullable(route.getRouteConfigurationId())
                    .flatMap(ids ->
                            Stream.of(context.resolvePropertyPlaceholders(ids).split(",")))
                    .map(String::strip)
                    .filter(id -> id.startsWith("docproc-"))
                    .filter(id -> applied == null
                            || applied.stream().noneMatch(known -> PatternHelper.matchPattern(known, id)))
                    .findFirst()
                    .ifPresent(id -> {
                        throw new IllegalStateException("Route " + route.getId() + " uses route configuration " + id
                                + ", which Camel has not applied; docproc has " + ID
                                + "; correct the ID, or add the bean or"
                                + " routes builder " + DocprocSafeRedelivery.class.getName() + " before the route");
                    });
        }
    }

    /** Stops a route whose source would deliver a document again, to be billed each time. */
    private static final class RouteStop extends RoutePolicySupport {
        private final Class<?> fileEndpoint;

        /** @param fileEndpoint class of the endpoints that read files; null without camel-file */
        RouteStop(Class<?> fileEndpoint) {
            this.fileEndpoint = fileEndpoint;
        }

        @Override
        public void onExchangeBegin(Route route, Exchange exchange) {
            if (Origin.of(exchange) == null) {
                Origin origin = new Origin(isAwaited(exchange), this, route);
                exchange.setProperty(Origin.PROPERTY, origin);
                if (fileEndpoint != null && fileEndpoint.isInstance(unwrap(route.getEndpoint()))) {
                    exchange.getExchangeExtension().addOnCompletion(origin);
                }
            }
        }

        @Override
        public void onExchangeDone(Route route, Exchange exchange) {
            Throwable failure = exchange.getException();
            if (failure == null || isAwaited(exchange) || !route.getRouteId().equals(exchange.getFromRouteId())) {
                return;
            }
            Origin origin = Origin.of(exchange);
            // A seda queue without a reply takes over the completions of the exchange of a file, which move it.
            boolean isQueued = origin != null
                    && origin.route != route
                    && exchange.getExchangeExtension().containsOnCompletion(origin);
            Endpoint source = unwrap((isQueued ? origin.route : route).getEndpoint());
            boolean isError = find(failure, Error.class) != null;
            if (origin != null && origin.route != route && !isQueued && isCalled(source, exchange)
                    || source.getEndpointUri().startsWith("direct:")
                    || !isError && !isBilledAgain(source, exchange, failure)) {
                return;
            }
            Throwable reason = find(failure, Throwable.class);
            if (isQueued) {
                origin.policy.stop(origin.route, exchange, reason);
            }
            // Each message of the queue would be billed, and fail in the same way.
            if (!isQueued || isError || STORE.equals(property(failure, exchange))) {
                stop(route, exchange, reason);
            }
        }

        /** Returns whether another route waits for the end of the exchange. */
        private static boolean isCalled(Endpoint source, Exchange exchange) {
            return exchange.getPattern().isOutCapable()
                    || source.getEndpointUri().startsWith("kamelet:");
        }

        /** Returns whether a document was billed, and its source delivers it again. At a stop, it does so later. */
        private static boolean isBilledAgain(Endpoint source, Exchange exchange, Throwable failure) {
            // Null after removeProperties("*").
            Origin origin = Origin.of(exchange);
            boolean movesFailed = PluginHelper.getBeanIntrospection(exchange.getContext())
                            .getOrElseProperty(source, "moveFailed", null, false)
                    != null;
            return origin != null
                    && (origin.isBilled && source instanceof ScheduledPollEndpoint
                            || STORE.equals(property(failure, exchange)))
                    && (!movesFailed || concernsEveryDocument(failure, exchange))
                    && !isStop(failure, exchange);
        }

        private synchronized void stop(Route route, Exchange exchange, Throwable reason) {
            try {
                // At once: the consumer would continue its batch before the other thread stops the route.
                if (!ServiceHelper.isStopped(route.getConsumer()) && suspendOrStopConsumer(route.getConsumer())) {
                    if (route.getConsumer() instanceof ShutdownAware batch) {
                        batch.deferShutdown(ShutdownRunningTask.CompleteCurrentTaskOnly);
                    }
                    LOG.error(
                            "Route {} is stopped, because {}; {} stays at its source and would fail, or be billed, again."
                                    + " Correct the cause, for example the class path or a full disk, and start the route",
                            route.getRouteId(),
                            reason.toString(),
                            name(exchange));
                    stopRouteAsync(route);
                }
            } catch (Exception e) {
                handleException(e);
            }
        }
    }

    /** Where a message comes from, and what its calls have done. The copies of its exchange share it. */
    private static final class Origin extends SynchronizationAdapter {
        static final String PROPERTY = "CamelDocprocOrigin";

        private final boolean isAwaited;
        private final RouteStop policy;
        private final Route route;
        private volatile boolean hasResult;
        private volatile boolean isBilled;

        Origin(boolean isAwaited, RouteStop policy, Route route) {
            this.isAwaited = isAwaited;
            this.policy = policy;
            this.route = route;
        }

        static Origin of(Exchange exchange) {
            return exchange.getProperty(PROPERTY, Origin.class);
        }
    }

    /**
     * The folder of a failed file. An exception during the evaluation is the only way to leave a file where it is. Requires
     * camel-file.
     */
    private static final class FailedFile extends ExpressionAdapter {
        private final Expression folder;
        private final Set<String> routes;

        private FailedFile(Expression folder, Set<String> routes) {
            this.folder = folder;
            this.routes = routes;
        }

        static Endpoint watched(Endpoint endpoint, Set<String> routes) {
            if (unwrap(endpoint) instanceof GenericFileEndpoint<?> files) {
                if (files.getMoveFailed() != null && !(files.getMoveFailed() instanceof FailedFile)) {
                    files.setMoveFailed(new FailedFile(files.getMoveFailed(), routes));
                }
                if (files.getOnCompletionExceptionHandler() == null) {
                    files.setOnCompletionExceptionHandler(new NotMoved(endpoint.getCamelContext()));
                }
            }
            return endpoint;
        }

        @Override
        public void init(CamelContext context) {
            folder.init(context);
        }

        @Override
        public Object evaluate(Exchange exchange) {
            Throwable failure = failure(exchange);
            if (failure != null
                    && routes.contains(exchange.getFromRouteId())
                    && concernsEveryDocument(failure, exchange)) {
                throw new FileStays(name(exchange) + " stays in its folder and will be read again: " + failure);
            }
            return folder.evaluate(exchange, Object.class);
        }
    }

    /** Logs as Camel does, and stops the route of a billed file that could not be moved or deleted. */
    private static final class NotMoved extends LoggingExceptionHandler {
        NotMoved(CamelContext context) {
            super(context, GenericFileOnCompletion.class);
        }

        @Override
        public void handleException(String message, Exchange exchange, Throwable failure) {
            super.handleException(message, exchange, failure);
            Origin origin = Origin.of(exchange);
            if (origin != null
                    && origin.isBilled
                    && unwrap(origin.route.getEndpoint()) instanceof ScheduledPollEndpoint
                    && !(failure instanceof FileStays)) {
                origin.policy.stop(origin.route, exchange, failure);
            }
        }
    }

    /** Ends the move of a file. Camel logs its message. */
    private static final class FileStays extends RuntimeException {
        private static final long serialVersionUID = 1;

        FileStays(String message) {
            super(message, null, false, false);
        }
    }
}
