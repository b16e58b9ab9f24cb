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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
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
import org.apache.camel.spi.OnCamelContextStarting;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.ExpressionAdapter;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.LoggingExceptionHandler;
import org.apache.camel.support.PatternHelper;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.RoutePolicySupport;
import org.apache.camel.support.ScheduledPollEndpoint;
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
 *       {@code docproc.storeRedeliveries} times, unless a caller waits for the reply.
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
    private static final String FILE_FAILURE = "org.apache.camel.component.file.GenericFileOperationFailedException";
    /** Texts of failures of files that have no type of their own. */
    private static final List<String> PERMANENT =
            List.of("File already exist", "Cannot write null body", "name too long", "Invalid file path");

    private static final String CIRCUIT_BREAKER = "io.github.resilience4j.circuitbreaker.CallNotPermittedException";
    private static final String FILE_ENDPOINT = "org.apache.camel.component.file.GenericFileEndpoint";

    /** Limits, and the number that applies if a property is not set. */
    private enum Limit {
        REDELIVERIES("docproc.redeliveries", 4),
        RATE_LIMIT("docproc.rateLimitRedeliveries", 4),
        /** With the default delays, about a day. */
        STORE("docproc.storeRedeliveries", 1440);

        private final String property;
        private final int standard;

        Limit(String property, int standard) {
            this.property = property;
            this.standard = standard;
        }

        int value(CamelContext context) {
            String text = context.resolvePropertyPlaceholders("{{" + property + ":" + standard + "}}");
            if (text.strip().matches("\\d{1,9}")) {
                return Integer.parseInt(text.strip());
            }
            throw new IllegalArgumentException(
                    "Property " + property + " is " + text
                            + "; allowed values are whole numbers from 0; set a number of redeliveries, or remove the property");
        }
    }

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
                (OnCamelContextStarting) camel -> Stream.of(Limit.values()).forEach(limit -> limit.value(camel))));
        context.addRoutePolicyFactory((camel, routeId, route) -> route instanceof RouteDefinition definition
                        && definition.getAppliedRouteConfigurationIds() != null
                        && definition.getAppliedRouteConfigurationIds().contains(ID)
                ? new RouteStop()
                : null);
        if (context.getClassResolver().resolveClass(FILE_ENDPOINT) != null) {
            FailedFile.watch(context);
        }
    }

    private static boolean isRedelivered(Exchange exchange) {
        Throwable failure = failure(exchange);
        int attempt = attempt(exchange);
        Optional<Limit> kind = limit(failure, exchange);
        int limit = kind.map(l -> l.value(exchange.getContext())).orElse(0);
        DocprocException call = find(failure, DocprocException.class);
        if (attempt <= limit) {
            Throwable reason = call != null ? call : find(failure, Throwable.class);
            LOG.warn(
                    "{} is redelivered, {} of at most {} times: {}", name(exchange), attempt, limit, reason.toString());
            return true;
        }
        if (call != null) {
            LOG.error("{} has failed at attempt {}: {}", name(exchange), attempt, failure.toString());
        } else {
            LOG.error("{} has failed at attempt {}", name(exchange), attempt, failure);
        }
        return false;
    }

    /** Returns the number of failures of the step. Camel counts those of all steps together, in a header. */
    private static int attempt(Exchange exchange) {
        String step = String.valueOf(exchange.getExchangeExtension().getHistoryNodeId());
        String before = exchange.getProperty(FAILED_STEP, String.class);
        exchange.setProperty(FAILED_STEP, step);
        if (before != null && !before.equals(step)) {
            exchange.getMessage().setHeader(Exchange.REDELIVERY_COUNTER, 1);
        }
        return exchange.getMessage().getHeader(Exchange.REDELIVERY_COUNTER, 1, Integer.class);
    }

    /** Returns the property that limits the redeliveries of a failure; empty if it is not redelivered. */
    private static Optional<Limit> limit(Throwable failure, Exchange exchange) {
        DocprocException call = find(failure, DocprocException.class);
        if (call != null) {
            Limit limit = call instanceof DocprocRateLimitException ? Limit.RATE_LIMIT : Limit.REDELIVERIES;
            return Optional.of(limit).filter(l -> l == Limit.RATE_LIMIT || call.isRetryable());
        }
        if (has(failure, Error.class) || !canHeal(failure)) {
            return Optional.empty();
        }
        Origin origin = exchange.getProperty(Origin.PROPERTY, Origin.class);
        return Optional.of(origin != null && origin.hasResult && !origin.isAwaited ? Limit.STORE : Limit.REDELIVERIES);
    }

    /** Returns whether the same step may succeed later: a disk is full for a while, a body of the wrong type fails again. */
    private static boolean canHeal(Throwable failure) {
        return causes(failure).anyMatch(DocprocSafeRedelivery::isTemporary)
                && causes(failure).noneMatch(DocprocSafeRedelivery::isPermanent);
    }

    private static boolean isTemporary(Throwable cause) {
        return cause instanceof IOException
                || cause instanceof SQLTransientException
                || cause instanceof SQLRecoverableException
                // The connection failed.
                || cause instanceof SQLException sql
                        && String.valueOf(sql.getSQLState()).startsWith("08")
                // By name: camel-file is not always present.
                || FILE_FAILURE.equals(cause.getClass().getName());
    }

    private static boolean isPermanent(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof InvalidPayloadException
                || cause instanceof TypeConversionException
                || cause instanceof JsonProcessingException
                || cause instanceof CharacterCodingException
                || cause instanceof ObjectStreamException
                || cause instanceof FileAlreadyExistsException
                || PERMANENT.stream().anyMatch(message::contains);
    }

    /** For classes of libraries that are not always present. */
    private static boolean isNamed(Throwable failure, String type) {
        return causes(failure).anyMatch(cause -> type.equals(cause.getClass().getName()));
    }

    /** Returns whether a caller gets the failure instead of a source that would deliver the message again. */
    private static boolean isAwaited(Exchange exchange) {
        Origin origin = exchange.getProperty(Origin.PROPERTY, Origin.class);
        return origin == null ? exchange.getPattern().isOutCapable() : origin.isAwaited;
    }

    /**
     * Notes that an exchange has a result, or that its response was lost.
     *
     * @param isBilled whether the same call would be billed again
     */
    static void called(Exchange exchange, boolean isBilled) {
        Origin origin = exchange.getProperty(Origin.PROPERTY, Origin.class);
        if (origin != null) {
            origin.hasResult = true;
            origin.isBilled |= isBilled;
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
        if (failure == null || concernsEveryDocument(failure)) {
            return false;
        }
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        return true;
    }

    private static boolean concernsEveryDocument(Throwable failure) {
        DocprocException call = find(failure, DocprocException.class);
        return call != null && call.isRetryable()
                || call instanceof DocprocAccountException && !(call instanceof DocprocRateLimitException)
                || call != null && isForeign(call)
                || has(failure, SpoolException.class)
                || has(failure, Error.class)
                || isNamed(failure, CIRCUIT_BREAKER)
                || has(failure, RejectedExecutionException.class)
                || has(failure, InterruptedException.class);
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
            case 402, 404, 405, 407, 502, 504 -> true;
            case 200 ->
                call instanceof DocprocInvalidResponseException response
                        && !response.getExcerpt().isEmpty()
                        && !response.getExcerpt().startsWith("{");
            default -> call.getHttpStatus() / 100 == 3;
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

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type) != null;
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
                        throw new IllegalStateException(message(route.getId(), id, isIn(model)));
                    });
        }
    }

    private static String message(String route, String id, boolean known) {
        if (known && !id.equals(ID)) {
            return "Route " + route + " uses route configuration " + id + ", which does not exist; docproc has " + ID
                    + "; correct the ID";
        }
        return "Route " + route + " was loaded before its route configuration " + id
                + "; add the bean or routes builder " + DocprocSafeRedelivery.class.getName() + " before the route";
    }

    /** Stops a route whose source would deliver a document again, to be billed each time. */
    private static final class RouteStop extends RoutePolicySupport {
        @Override
        public void onExchangeBegin(Route route, Exchange exchange) {
            if (exchange.getProperty(Origin.PROPERTY) == null) {
                exchange.setProperty(Origin.PROPERTY, new Origin(isAwaited(exchange)));
            }
        }

        @Override
        public synchronized void onExchangeDone(Route route, Exchange exchange) {
            Throwable failure = exchange.getException();
            if (failure == null
                    || isAwaited(exchange)
                    || !route.getRouteId().equals(exchange.getFromRouteId())
                    || route.getEndpoint().getEndpointUri().startsWith("direct:")
                    || !has(failure, Error.class) && !isBilledAgain(route.getEndpoint(), exchange, failure)) {
                return;
            }
            stop(route, exchange, find(failure, Throwable.class).toString());
        }

        private void stop(Route route, Exchange exchange, String reason) {
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
                            reason,
                            name(exchange));
                    stopRouteAsync(route);
                }
            } catch (Exception e) {
                handleException(e);
            }
        }

        /** Stops the route of a billed file that could not be moved or deleted. */
        synchronized void notMoved(Route route, Exchange exchange, Throwable failure) {
            Origin origin = exchange.getProperty(Origin.PROPERTY, Origin.class);
            if (origin != null && origin.isBilled && !(failure instanceof FileStays)) {
                stop(route, exchange, failure.toString());
            }
        }

        static Optional<RouteStop> of(Route route) {
            return route == null
                    ? Optional.empty()
                    : route.getRoutePolicyList().stream()
                            .filter(RouteStop.class::isInstance)
                            .map(RouteStop.class::cast)
                            .findFirst();
        }

        /** Returns whether a document was billed, and its source delivers it again. At a stop, it does so later. */
        private static boolean isBilledAgain(Endpoint source, Exchange exchange, Throwable failure) {
            // Null after removeProperties("*").
            Origin origin = exchange.getProperty(Origin.PROPERTY, Origin.class);
            return origin != null
                    && (origin.isBilled && source instanceof ScheduledPollEndpoint
                            || limit(failure, exchange).equals(Optional.of(Limit.STORE)))
                    && (!movesFailed(source) || concernsEveryDocument(failure))
                    && !has(failure, RejectedExecutionException.class)
                    && !has(failure, InterruptedException.class);
        }

        /** By name: camel-file is not always present. */
        private static boolean movesFailed(Endpoint source) {
            return PluginHelper.getBeanIntrospection(source.getCamelContext())
                            .getOrElseProperty(source, "moveFailed", null, false)
                    != null;
        }
    }

    /** Where a message comes from, and what its calls have done. The copies of its exchange share it. */
    private static final class Origin {
        static final String PROPERTY = "CamelDocprocOrigin";

        private final boolean isAwaited;
        private volatile boolean hasResult;
        private volatile boolean isBilled;

        Origin(boolean isAwaited) {
            this.isAwaited = isAwaited;
        }
    }

    /**
     * The folder of a failed file. An exception during the evaluation is the only way to leave a file where it is. Requires
     * camel-file.
     */
    private static final class FailedFile extends ExpressionAdapter {
        private final Expression folder;

        FailedFile(Expression folder) {
            this.folder = folder;
        }

        static void watch(CamelContext context) {
            context.getCamelContextExtension().registerEndpointCallback((uri, endpoint) -> {
                if (endpoint instanceof GenericFileEndpoint<?> files) {
                    if (files.getMoveFailed() != null && !(files.getMoveFailed() instanceof FailedFile)) {
                        files.setMoveFailed(new FailedFile(files.getMoveFailed()));
                    }
                    if (files.getOnCompletionExceptionHandler() == null) {
                        files.setOnCompletionExceptionHandler(new NotMoved(context));
                    }
                }
                return endpoint;
            });
        }

        /** Logs as Camel does, and stops the route whose billed file could not be moved or deleted. */
        private static final class NotMoved extends LoggingExceptionHandler {
            NotMoved(CamelContext context) {
                super(context, GenericFileOnCompletion.class);
            }

            @Override
            public void handleException(String message, Exchange exchange, Throwable failure) {
                super.handleException(message, exchange, failure);
                Route route = exchange.getContext().getRoute(exchange.getFromRouteId());
                RouteStop.of(route).ifPresent(policy -> policy.notMoved(route, exchange, failure));
            }
        }

        @Override
        public void init(CamelContext context) {
            folder.init(context);
        }

        @Override
        public Object evaluate(Exchange exchange) {
            Throwable failure = failure(exchange);
            Route route = exchange.getContext().getRoute(exchange.getFromRouteId());
            if (failure != null && RouteStop.of(route).isPresent() && concernsEveryDocument(failure)) {
                throw new FileStays(name(exchange) + " stays in its folder and will be read again: " + failure);
            }
            return folder.evaluate(exchange, Object.class);
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
