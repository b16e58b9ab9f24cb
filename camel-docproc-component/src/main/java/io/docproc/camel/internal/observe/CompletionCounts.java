/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

/**
 * Numbers of received job completions by result.
 *
 * @param processed the route has processed the completion
 * @param duplicate the completion was, or was being, processed already
 * @param failed the route or a store failed; the completion will be delivered again
 * @param refused the completion was not accepted: not signed, not a completion, too large, or no capacity
 */
public record CompletionCounts(long processed, long duplicate, long failed, long refused) {}
