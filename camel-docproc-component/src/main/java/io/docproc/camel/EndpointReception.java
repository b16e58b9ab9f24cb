/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.job.JobLog;
import io.docproc.camel.webhook.CallbackSettings;
import io.docproc.camel.webhook.JobQuestion;
import io.docproc.camel.webhook.WebhookReception;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what takes completions, by an endpoint's settings. */
final class EndpointReception {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointReception.class);
    private static final int REMEMBERED = 10_000;

    private final DocprocEndpoint endpoint;
    private final WebhookOptions options;

    EndpointReception(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
        this.options = endpoint.getWebhookOptions();
    }

    /**
     * @param exchanges makes a fresh exchange
     * @param route where completions go
     * @throws IllegalArgumentException when a setting cannot work, above all when callbacks could not be trusted
     */
    WebhookReception create(Supplier<Exchange> exchanges, AsyncProcessor route) {
        CallbackSettings callbacks = EndpointCallbacks.of(endpoint);
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("docproc:webhook needs the option callbackSecret, so that only callbacks"
                    + " that this component ordered are taken; set it on the component, or write requireSignature=false"
                    + " when whoever reaches " + callbacks.path() + " may be believed");
        }
        if (options.getMaxEventSize() < 1) {
            throw new IllegalArgumentException(
                    "Option maxEventSize is " + options.getMaxEventSize() + "; allowed is a number of bytes from 1 up");
        }
        Duration timeout = callbackTimeout();
        WebhookReception.Settings settings = new WebhookReception.Settings(
                callbacks,
                options.isRequireSignature(),
                options.getMaxEventSize(),
                seen(),
                Optional.ofNullable(endpoint.getComponent().getJobLog()),
                claimTimeout(),
                timeout,
                timeout.isZero() ? Optional.empty() : Optional.of(this::question),
                options.isFetchResult() ? Optional.of(results()) : Optional.empty(),
                endpoint.getComponent().observation().receptions());
        return new WebhookReception(
                endpoint.getCamelContext(),
                settings,
                exchanges,
                route,
                // A consumer is made before its component is started.
                download -> endpoint.getComponent().executor().execute(download));
    }

    private IdempotentRepository seen() {
        return options.getIdempotentRepository() == null
                ? MemoryIdempotentRepository.memoryIdempotentRepository(REMEMBERED)
                : options.getIdempotentRepository();
    }

    private Duration callbackTimeout() {
        Duration timeout = Duration.ofMillis(options.getCallbackTimeout());
        JobLog jobLog = endpoint.getComponent().getJobLog();
        if (timeout.isNegative() || (!timeout.isZero() && jobLog == null)) {
            throw new IllegalArgumentException("Option callbackTimeout is " + timeout.toMillis()
                    + " ms; allowed is 0, or a duration together with a jobLog on the component, which knows the jobs to"
                    + " ask about");
        }
        if (timeout.isZero() && jobLog != null) {
            LOG.warn(
                    "docproc:webhook has a job log and no callbackTimeout: a job whose callback never comes stays in the"
                            + " log, and nobody asks about it");
        }
        return timeout;
    }

    private Duration claimTimeout() {
        Duration timeout = Duration.ofMillis(options.getClaimTimeout());
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "Option claimTimeout is " + timeout.toMillis() + " ms; allowed is a duration above 0");
        }
        return timeout;
    }

    private JobQuestion question() {
        ServiceClient client = endpoint.account().createClient();
        return new StatusQuestion(endpoint, client);
    }

    private WebhookReception.Results results() {
        DocprocConfiguration configuration = endpoint.getConfiguration();
        return new WebhookReception.Results(
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
