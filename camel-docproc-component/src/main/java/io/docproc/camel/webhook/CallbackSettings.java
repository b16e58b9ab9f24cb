/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where and how callbacks reach the application, for those who order them and those who take them.
 *
 * @param path the path of the consumer
 * @param publicUrl the address under which the service reaches the application, without the path
 * @param registered the whole address of a consumer that camel-webhook has made known, where there is no public URL
 * @param signer signs and recognizes callbacks
 * @param timeToLive how long a callback's address is good for
 */
public record CallbackSettings(
        String path,
        Optional<URI> publicUrl,
        Supplier<Optional<URI>> registered,
        Optional<CallbackSigner> signer,
        Duration timeToLive) {

    /** The signed address for a job's callback; empty unless an address and a secret are known. */
    public Optional<URI> addressFor(String correlationId) {
        Optional<URI> address = publicUrl.map(url -> URI.create(url + path)).or(registered);
        return address.flatMap(known -> signer.map(signing -> signing.sign(known, correlationId, timeToLive)));
    }
}
