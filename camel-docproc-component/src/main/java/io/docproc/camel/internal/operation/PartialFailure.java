/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.Envelope;

/** Option {@code partialFailure}: handling of a response of which only a part succeeded (code 50207). */
final class PartialFailure {
    static final CallOption<String> OPTION = CallOption.oneOf("partialFailure", "fail", "accept");

    private PartialFailure() {}

    /** Returns whether the response reports a partial failure that this call accepts as its result. */
    static boolean isAccepted(Envelope envelope, CallOptions options) {
        return envelope.isPartial() && options.has(OPTION, "accept");
    }
}
