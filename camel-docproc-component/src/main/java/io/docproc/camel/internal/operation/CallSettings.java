/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.HeaderPropagation;
import io.docproc.camel.internal.http.SendConditions;
import java.util.Optional;

/**
 * Settings of one call, in addition to its options.
 *
 * @param conditions conditions under which the call is sent
 * @param headers copies HTTP headers, if the endpoint has a headerFilterStrategy
 * @param reuse the reuse of stored results, if there is a repository
 */
public record CallSettings(
        SendConditions conditions, Optional<HeaderPropagation> headers, Optional<ResultReuse> reuse) {
    /** No conditions, no HTTP headers of the message, and no reuse of results. */
    public static final CallSettings PLAIN = new CallSettings(SendConditions.NONE, Optional.empty(), Optional.empty());
}
