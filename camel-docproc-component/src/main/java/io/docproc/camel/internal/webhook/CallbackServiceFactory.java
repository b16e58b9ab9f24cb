/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.JobRepository;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the {@link CallbackService} of a webhook consumer from the options of its endpoint. */
public final class CallbackServiceFactory {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackServiceFactory.class);
    private static final int PROCESSED_CAPACITY = 10_000;

    private final CamelContext context;
    private final WebhookOptions options;
    private final Collaborators collaborators;

    /**
     * Settings and collaborators that the endpoint and its component provide.
     *
     * @param callbacks path, public URL and signature of callbacks
     * @param jobRepository the job repository of the component; empty if none is configured
     * @param counters counts completions by outcome
     * @param executor runs polls, and the routes of the completions that they report
     * @param statusSource creates the client that polls for jobs
     * @param account supplies the account, if results are downloaded
     * @param maxConnections maximum number of concurrent downloads
     * @param permits supplies the permits that downloads share with the other calls to the service
     */
    public record Collaborators(
            CallbackSettings callbacks,
            Optional<JobRepository> jobRepository,
            CompletionCounters counters,
            Executor executor,
            Supplier<JobStatusSource> statusSource,
            Supplier<ServiceAccount> account,
            int maxConnections,
            Supplier<ConcurrencyLimiter> permits) {}

    /**
     * Creates a factory.
     *
     * @param context creates the threads and the TLS configuration of the service
     * @param options the options of the webhook consumer
     * @param collaborators settings and collaborators that the endpoint and its component provide
     */
    public CallbackServiceFactory(CamelContext context, WebhookOptions options, Collaborators collaborators) {
        this.context = context;
        this.options = options;
        this.collaborators = collaborators;
    }

    /**
     * Creates the service that receives callbacks and polls overdue jobs.
     *
     * @param exchanges creates and releases the exchanges of completions
     * @param route processes the completions
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    public CallbackService create(CompletionExchanges exchanges, AsyncProcessor route) {
        CallbackSettings callbacks = collaborators.callbacks();
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("Option callbackSecret of docproc:webhook is not set; it is required"
                    + " while requireSignature is true; set it on the component, or set requireSignature=false to"
                    + " accept unsigned callbacks to " + callbacks.path() + " from any sender");
        }
        if (options.getMaxCallbackSize() < 1) {
            throw new IllegalArgumentException("Option maxCallbackSize is " + options.getMaxCallbackSize()
                    + "; allowed is a number of bytes from 1 up");
        }
        Duration timeout = pollAfter();
        WebhookSettings settings = new WebhookSettings(
                callbacks,
                options.isRequireSignature(),
                options.getMaxCallbackSize(),
                processed(),
                collaborators.jobRepository(),
                leaseTimeout(),
                timeout,
                timeout.isZero() ? Optional.empty() : Optional.of(collaborators.statusSource()),
                options.isFetchResult() ? Optional.of(results()) : Optional.empty(),
                collaborators.counters());
        return new CallbackService(context, settings, exchanges, route, collaborators.executor());
    }

    private IdempotentRepository processed() {
        return options.getIdempotentRepository() == null
                ? MemoryIdempotentRepository.memoryIdempotentRepository(PROCESSED_CAPACITY)
                : options.getIdempotentRepository();
    }

    private Duration pollAfter() {
        Duration timeout = Duration.ofMillis(options.getPollAfter());
        if (timeout.isNegative()
                || (!timeout.isZero() && collaborators.jobRepository().isEmpty())) {
            throw new IllegalArgumentException("Option pollAfter is " + timeout.toMillis()
                    + " ms; allowed are 0 and, with a jobRepository on the component, durations above 0; set"
                    + " jobRepository, or remove pollAfter");
        }
        if (timeout.isZero() && collaborators.jobRepository().isPresent()) {
            LOG.warn("docproc:webhook has a jobRepository, but pollAfter is 0: a job whose callback is lost is never"
                    + " polled and stays in the repository; set pollAfter to a duration such as 15m");
        }
        return timeout;
    }

    private Duration leaseTimeout() {
        Duration timeout = Duration.ofMillis(options.getLeaseTimeout());
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "Option leaseTimeout is " + timeout.toMillis() + " ms; allowed is a duration above 0");
        }
        return timeout;
    }

    private WebhookSettings.Results results() {
        ServiceAccount account = collaborators.account().get();
        HttpSettings http = account.settings();
        return new WebhookSettings.Results(
                account.baseUrl(),
                hosts(),
                Optional.of(account.credentials()),
                http.tls().map(this::sslContext),
                http.connectTimeout().toMillis(),
                http.responseTimeout().toMillis(),
                account.callDeadline(),
                options.getMaxResultSize(),
                collaborators.maxConnections(),
                collaborators.permits());
    }

    private Set<String> hosts() {
        String hosts = options.getAllowedResultHosts();
        return hosts == null
                ? Set.of()
                : Arrays.stream(hosts.split(","))
                        .map(String::strip)
                        .filter(host -> !host.isEmpty())
                        .collect(Collectors.toSet());
    }

    private SSLContext sslContext(SSLContextParameters parameters) {
        try {
            return parameters.createSSLContext(context);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "Option sslContextParameters is invalid: " + e.getMessage()
                            + "; correct its key store, trust store or protocol",
                    e);
        }
    }
}
