/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.SendConditions;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings of one call, in addition to its options.
 *
 * @param conditions conditions under which the call is sent
 * @param httpHeaders HTTP headers that the headerFilterStrategy of the endpoint has selected for the request
 * @param answerHeaders receives the HTTP headers of the response
 * @param reuse the reuse of stored results, if there is a repository
 */
public record CallSettings(
        SendConditions conditions,
        Map<String, String> httpHeaders,
        Consumer<Map<String, String>> answerHeaders,
        Optional<ResultReuse> reuse) {
    /** No conditions, no HTTP headers of the message, and no reuse of results. */
    public static final CallSettings PLAIN =
            new CallSettings(SendConditions.NONE, Map.of(), headers -> {}, Optional.empty());
}
