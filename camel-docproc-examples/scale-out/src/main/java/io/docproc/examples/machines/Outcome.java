/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/**
 * Outcome of a document.
 *
 * @param id of the document reference
 * @param document path within the inbox
 * @param worker name of the worker
 * @param succeeded true if there is a result
 * @param requestId request id of the service
 * @param code the service's code; 0 when there is none
 * @param reason reason of a failure; empty on success
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
