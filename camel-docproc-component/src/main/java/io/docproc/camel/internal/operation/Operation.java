/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;

/** Operation of an endpoint: builds the request for a message and converts the response. Thread-safe. */
@FunctionalInterface
public interface Operation {
    /**
     * Makes the call for one message, and blocks until its response has been read.
     *
     * @throws DocprocException if the input is invalid, the call fails, or the response is unusable
     */
    OperationResult perform(Invocation invocation);
}
