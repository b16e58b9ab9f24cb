/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.webhook.CallbackSettings;
import io.docproc.camel.job.CallbackSigner;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Reads and validates the callback options of an endpoint. */
final class EndpointCallbacks {
    private EndpointCallbacks() {}

    /**
     * Returns the callback settings of an endpoint.
     *
     * @throws IllegalArgumentException if path, publicUrl, callbackSecret or callbackTtl is invalid
     */
    static CallbackSettings of(DocprocEndpoint endpoint) {
        CallbackOptions options = endpoint.getCallbackOptions();
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
                Optional.ofNullable(options.getPublicUrl()).map(url -> EndpointAccount.address("publicUrl", url));
        Optional<CallbackSigner> signer = Optional.ofNullable(options.getCallbackSecret())
                .filter(secret -> !secret.isBlank())
                .map(secret -> new CallbackSigner(secret, Clock.systemUTC()));
        return new CallbackSettings(
                path,
                publicUrl,
                endpoint.getComponent()::registeredCallbackAddress,
                signer,
                Duration.ofMillis(options.getCallbackTtl()));
    }
}
