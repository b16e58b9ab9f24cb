/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.internal.call.AccountGate.Scope;
import java.util.Set;

/** How an attempt has ended, with its meaning for further calls. */
enum Outcome {
    SUCCESS(false, null, Scope.values()),
    /** The service refuses this call only. */
    REFUSED(false, null, Scope.CREDENTIALS, Scope.ADDRESS),
    CREDENTIALS_REFUSED(true, Scope.CREDENTIALS, Scope.ADDRESS),
    PATH_REFUSED(true, Scope.PATH, Scope.CREDENTIALS, Scope.ADDRESS),
    /** An error of the service, which is assumed not to be billed. It closes the path if it occurs repeatedly. */
    SERVER_ERROR(true, Scope.PATH, Scope.CREDENTIALS, Scope.ADDRESS),
    RATE_LIMITED(false, null, Scope.CREDENTIALS, Scope.ADDRESS),
    /** HTTP 429 without a code, possibly of a gateway. */
    RATE_LIMITED_BY_GATEWAY(false, null, Scope.ADDRESS),
    /** The request cannot have reached the service, or its retry has no effect. */
    UNREACHABLE(true, Scope.ADDRESS),
    /** The request may have reached the service, which may bill it. */
    NO_RESPONSE(false, Scope.ADDRESS),
    /** Proves nothing for further calls: the component has not sent the call, or its response is unusable. */
    NOTHING(false, null);

    /** Whether the call is certain, or assumed, not to be billed. */
    final boolean retry;
    /** The scope that the outcome closes; null if it closes none. */
    final Scope closes;
    /** The scopes for which the outcome contradicts an outage. */
    final Set<Scope> opens;

    Outcome(boolean retry, Scope closes, Scope... opens) {
        this.retry = retry;
        this.closes = closes;
        this.opens = Set.of(opens);
    }

    /** @param failure the failure; null for a success */
    static Outcome of(Throwable failure) {
        if (failure == null) {
            return SUCCESS;
        }
        if (!(failure instanceof DocprocException e)) {
            return NOTHING;
        }
        int status = e.getHttpStatus();
        boolean isEnvelope = e.getCode() != 0;
        if (e instanceof DocprocTransportException transport) {
            // After the head of a response, the connection or the disk has failed, and not the service.
            boolean isNothing = transport.isUnsent() || (status > 0 && status < 500);
            return isNothing ? NOTHING : noResponse(e);
        }
        if (status == 0) {
            return NOTHING;
        }
        if (e instanceof DocprocInvalidResponseException invalid) {
            boolean isHtml = invalid.getExcerpt().stripLeading().startsWith("<");
            return status >= 500 || (status < 300 && isHtml) ? noResponse(e) : NOTHING;
        }
        if (e instanceof DocprocServerException) {
            return isEnvelope && e.isRetryable() ? SERVER_ERROR : noResponse(e);
        }
        if (e instanceof DocprocAuthenticationException) {
            return CREDENTIALS_REFUSED;
        }
        if (e instanceof DocprocBalanceException || e instanceof DocprocServiceNotEnabledException) {
            return PATH_REFUSED;
        }
        if (e instanceof DocprocRateLimitException) {
            return isEnvelope ? RATE_LIMITED : RATE_LIMITED_BY_GATEWAY;
        }
        return isEnvelope ? REFUSED : NOTHING;
    }

    /** Returns the outcome of a call without a response of the service. A GET, and what was not sent, are not billed. */
    private static Outcome noResponse(DocprocException e) {
        return e.isRetryable() ? UNREACHABLE : NO_RESPONSE;
    }
}
