/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/**
 * What became of a claim.
 *
 * @param id the claim's
 * @param document path within the inbox
 * @param worker who worked on it
 * @param succeeded whether there is a result
 * @param requestId the service's id of the call, for its support
 * @param code the service's code; 0 when there is none
 * @param reason why there is no result; empty if there is one
 * @param finished when, in UTC
 */
record Outcome(
        String id,
        String document,
        String worker,
        boolean succeeded,
        String requestId,
        int code,
        String reason,
        String finished) {}
