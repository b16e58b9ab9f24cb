/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.job.CallbackSigner;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Authenticates the HTTP request of a callback and reads the correlation id from its URL. */
@FunctionalInterface
interface CallbackAuthenticator {
    /**
     * Returns the correlation id of an authenticated request; it is an empty string if the request carries none.
     * Returns an empty result if the request is not authenticated.
     */
    Optional<String> correlationId(Message request);

    /** Returns an authenticator that accepts only callback URLs with a valid signature of this signer. */
    static CallbackAuthenticator signed(CallbackSigner signer) {
        return request -> signer.verify(rawQuery(request));
    }

    /**
     * Returns an authenticator that accepts unsigned callbacks from any sender. If a signer is given, the authenticator
     * reads the correlation id of callback URLs with a valid signature.
     */
    static CallbackAuthenticator everybody(Optional<CallbackSigner> signer) {
        return request -> Optional.of(
                signer.flatMap(known -> known.verify(rawQuery(request))).orElse(""));
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
