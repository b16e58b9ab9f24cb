/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Decides whether a request is believed, and for which document it is. */
@FunctionalInterface
interface CallbackTrust {
    /** The correlation id, blank when none is known; empty when the request is not to be believed. */
    Optional<String> correlationId(Message request);

    /** Believes the addresses that a signer has made. */
    static CallbackTrust signed(CallbackSigner signer) {
        return request -> signer.verify(rawQuery(request));
    }

    /** Believes everybody; a signer's addresses still tell their correlation id. */
    static CallbackTrust everybody(Optional<CallbackSigner> signer) {
        return request -> Optional.of(
                signer.flatMap(known -> known.verify(rawQuery(request))).orElse(""));
    }

    /** Some HTTP servers give the query as it came under this name, and a decoded one under the other. */
    private static String rawQuery(Message request) {
        String raw = request.getHeader(Exchange.HTTP_RAW_QUERY, String.class);
        return raw == null ? request.getHeader(Exchange.HTTP_QUERY, String.class) : raw;
    }
}
