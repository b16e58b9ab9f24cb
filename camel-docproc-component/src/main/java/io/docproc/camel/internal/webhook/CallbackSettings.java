/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.CallbackSigner;
import java.net.URI;
import java.time.Clock;
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
     * Reads the callback options of an endpoint.
     *
     * @param registered supplies the complete callback URL that camel-webhook has registered
     * @throws IllegalArgumentException if path, publicUrl, callbackSecret or callbackTtl is invalid
     */
    public static CallbackSettings of(CallbackOptions options, Supplier<Optional<URI>> registered) {
        String path = options.getPath();
        if (path == null || !path.matches("(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)+")) {
            throw new IllegalArgumentException(
                    "Option path is '" + path
                            + "'; allowed is a path of letters, digits and the characters . _ ~ - such as /docproc/completions");
        }
        if (options.getCallbackTtl() <= 0) {
            throw new IllegalArgumentException(
                    "Option callbackTtl is " + options.getCallbackTtl() + " ms; allowed is a duration above 0");
        }
        Optional<URI> publicUrl =
                Optional.ofNullable(options.getPublicUrl()).map(url -> ServiceAccount.url("publicUrl", url));
        Optional<CallbackSigner> signer = Optional.ofNullable(options.getCallbackSecret())
                .filter(secret -> !secret.isBlank())
                .map(secret -> new CallbackSigner(secret, Clock.systemUTC()));
        return new CallbackSettings(path, publicUrl, registered, signer, Duration.ofMillis(options.getCallbackTtl()));
    }

    /** Returns these settings with another path. */
    CallbackSettings withPath(String other) {
        return new CallbackSettings(other, publicUrl, registeredUrl, signer, timeToLive);
    }

    /**
     * Returns the signed callback URL for a document, or an empty result if the URL or the secret is not configured.
     */
    public Optional<URI> callbackUrl(String correlationId) {
        Optional<URI> unsigned = publicUrl.map(url -> URI.create(url + path)).or(registeredUrl);
        return unsigned.flatMap(url -> signer.map(configured -> configured.sign(url, correlationId, timeToLive)));
    }
}
