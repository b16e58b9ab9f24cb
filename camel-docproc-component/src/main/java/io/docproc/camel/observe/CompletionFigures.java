/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

/**
 * How many completions of jobs have come, by what became of them.
 *
 * @param processed the route has processed them
 * @param duplicate they were, or were being, processed already
 * @param failed the route failed, or a store did: they are brought again
 * @param refused they were not taken: not signed, not a completion, too large
 */
public record CompletionFigures(long processed, long duplicate, long failed, long refused) {}
