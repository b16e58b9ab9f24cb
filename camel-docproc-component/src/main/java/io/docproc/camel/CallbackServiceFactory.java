/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.webhook.CallbackService;
import io.docproc.camel.internal.webhook.CallbackSettings;
import io.docproc.camel.internal.webhook.CompletionExchanges;
import io.docproc.camel.internal.webhook.JobStatusSource;
import io.docproc.camel.internal.webhook.WebhookSettings;
import io.docproc.camel.job.JobRepository;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the {@link CallbackService} of a webhook consumer from the options of its endpoint. */
final class CallbackServiceFactory {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackServiceFactory.class);
    private static final int REMEMBERED = 10_000;

    private final DocprocEndpoint endpoint;
    private final WebhookOptions options;

    CallbackServiceFactory(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
        this.options = endpoint.getWebhookOptions();
    }

    /**
     * Creates the service that receives callbacks and polls overdue jobs.
     *
     * @param exchanges creates and releases the exchanges of completions
     * @param route processes the completions
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    CallbackService create(CompletionExchanges exchanges, AsyncProcessor route) {
        CallbackSettings callbacks = EndpointCallbacks.of(endpoint);
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("docproc:webhook needs the option callbackSecret, so that only callbacks"
                    + " that this component ordered are taken; set it on the component, or write requireSignature=false"
                    + " when whoever reaches " + callbacks.path() + " may be believed");
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
                seen(),
                Optional.ofNullable(endpoint.getComponent().getJobRepository()),
                leaseTimeout(),
                timeout,
                timeout.isZero() ? Optional.empty() : Optional.of(this::question),
                options.isFetchResult() ? Optional.of(results()) : Optional.empty(),
                endpoint.getComponent().observation().receptions());
        return new CallbackService(
                endpoint.getCamelContext(),
                settings,
                exchanges,
                route,
                // Looks up the executor at each poll, because a consumer is created before its component is started.
                poll -> endpoint.getComponent().threads().executor().execute(poll));
    }

    private IdempotentRepository seen() {
        return options.getIdempotentRepository() == null
                ? MemoryIdempotentRepository.memoryIdempotentRepository(REMEMBERED)
                : options.getIdempotentRepository();
    }

    private Duration pollAfter() {
        Duration timeout = Duration.ofMillis(options.getPollAfter());
        JobRepository jobRepository = endpoint.getComponent().getJobRepository();
        if (timeout.isNegative() || (!timeout.isZero() && jobRepository == null)) {
            throw new IllegalArgumentException("Option pollAfter is " + timeout.toMillis()
                    + " ms; allowed is 0, or a duration together with a jobRepository on the component, which knows the jobs to"
                    + " ask about");
        }
        if (timeout.isZero() && jobRepository != null) {
            LOG.warn(
                    "docproc:webhook has a job repository and no pollAfter: a job whose callback never comes stays in the"
                            + " log, and nobody asks about it");
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

    private JobStatusSource question() {
        ServiceClient client = endpoint.account().createClient();
        return new JobStatusClient(endpoint, client);
    }

    private WebhookSettings.Results results() {
        DocprocConfiguration configuration = endpoint.getConfiguration();
        return new WebhookSettings.Results(
                endpoint.account().baseUrl(),
                hosts(),
                Optional.of(endpoint.account().credentials()),
                endpoint.account().tls().map(this::sslContext),
                configuration.getConnectTimeout(),
                configuration.getResponseTimeout(),
                endpoint.account().callTimeout(),
                options.getMaxResultSize(),
                configuration.getMaxConcurrentRequests(),
                endpoint::concurrencyLimit);
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
            return parameters.createSSLContext(endpoint.getCamelContext());
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException(
                    "Option sslContextParameters cannot be used: " + unusable.getMessage(), unusable);
        }
    }
}
