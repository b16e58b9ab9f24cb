/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Authenticates the HTTP request of a callback by the signature of the callback URL. If {@code requireSignature} is
 * false, unsigned callbacks are accepted from any sender.
 */
final class CallbackAuthenticator {
    private final WebhookSettings settings;

    CallbackAuthenticator(WebhookSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the correlation id of an authenticated request. It is an empty string if the URL of an accepted callback
     * has no valid signature. Returns an empty result if the request is not authenticated.
     */
    Optional<String> correlationId(Message request) {
        Optional<String> signed = settings.callbacks().signer().flatMap(signer -> signer.verify(rawQuery(request)));
        return settings.requireSignature() ? signed : Optional.of(signed.orElse(""));
    }

    /**
     * Returns whether a job was submitted with the correlation id of the callback URL. Otherwise the URL of one
     * document could report the completion of another one. Returns true for a job that the repository does not contain,
     * and if no signature is required.
     */
    boolean isForJob(String correlationId, String jobId) {
        return !settings.requireSignature()
                || settings.jobRepository()
                        .flatMap(repository -> repository.find(jobId))
                        .map(job -> job.correlationId().equals(correlationId))
                        .orElse(true);
    }

    /**
     * Returns the query as it was sent. Some HTTP servers put it into {@code HTTP_RAW_QUERY} and the decoded query into
     * {@code HTTP_QUERY}.
     */
    private static String rawQuery(Message request) {
        String raw = request.getHeader(Exchange.HTTP_RAW_QUERY, String.class);
        return raw == null ? request.getHeader(Exchange.HTTP_QUERY, String.class) : raw;
    }
}
