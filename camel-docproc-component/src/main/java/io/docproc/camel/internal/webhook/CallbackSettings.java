/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.CallbackSigner;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Path, public URL and signature of callbacks. Producers build callback URLs with them, and the consumer authenticates
 * callbacks with them.
 *
 * @param path path of the consumer
 * @param publicUrl base URL at which the service reaches the application, without the path
 * @param registeredUrl complete callback URL that camel-webhook has registered; used if there is no public URL
 * @param signer signs and verifies callback URLs; empty if no secret is configured
 * @param timeToLive how long a callback URL is valid
 */
public record CallbackSettings(
        String path,
        Optional<URI> publicUrl,
        Supplier<Optional<URI>> registeredUrl,
        Optional<CallbackSigner> signer,
        Duration timeToLive) {

    /**
     * Returns the signed callback URL for a document, or an empty result if the URL or the secret is not configured.
     */
    public Optional<URI> callbackUrl(String correlationId) {
        Optional<URI> unsigned = publicUrl.map(url -> URI.create(url + path)).or(registeredUrl);
        return unsigned.flatMap(url -> signer.map(configured -> configured.sign(url, correlationId, timeToLive)));
    }
}
