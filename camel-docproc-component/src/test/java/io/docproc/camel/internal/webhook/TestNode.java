/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.polling.CompletionHandler;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.model.ParseCompletion;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/** Node with its own leases and idempotent repository, for tests of polling. */
public final class TestNode implements CompletionHandler {
    /** Path of the consumer. */
    public static final String PATH = TestSettings.PATH;

    private final JobLeases leases;
    private final CompletionDispatcher dispatcher;

    /** A completion that reached the route. */
    public record Routed(ParseCompletion event, String correlationId) {}

    /** Creates a node that records processed completions in memory. */
    public TestNode(
            JobRepository jobRepository,
            Duration pollAfter,
            Clock clock,
            Function<Routed, CompletableFuture<Boolean>> route) {
        this(jobRepository, pollAfter, clock, route, MemoryIdempotentRepository.memoryIdempotentRepository(100));
    }

    /** Creates a node. */
    public TestNode(
            JobRepository jobRepository,
            Duration pollAfter,
            Clock clock,
            Function<Routed, CompletableFuture<Boolean>> route,
            IdempotentRepository processed) {
        WebhookSettings settings = new TestSettings()
                .jobRepository(jobRepository)
                .pollAfter(pollAfter)
                .processed(processed)
                .build();
        leases = new JobLeases(settings, clock);
        dispatcher = new CompletionDispatcher(
                settings,
                leases,
                completion -> route.apply(new Routed(completion.event(), completion.correlationId())),
                new CompletionCounts(),
                RecordingExceptionHandler::new);
    }

    @Override
    public CompletableFuture<Boolean> handle(ParseCompletion event, String correlationId) {
        return dispatcher.handle(event, correlationId);
    }

    @Override
    public boolean isInFlight(String jobId) {
        return dispatcher.isInFlight(jobId);
    }

    /** Leases a job for this node. */
    public JobRepository.LeaseResult lease(String jobId) {
        return leases.lease(jobId);
    }
}
