/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.DocprocException;

/** What one operation sends, and what it makes of the answer. Blocks until it is done. */
@FunctionalInterface
public interface Operation {
    /**
     * Makes the call for one message.
     *
     * @throws DocprocException when the call was refused, failed or brought no usable answer
     */
    Outcome perform(Invocation invocation);

    /** Makes an operation for an endpoint. */
    @FunctionalInterface
    interface Factory {
        /** @throws IllegalArgumentException when the endpoint's options cannot work */
        Operation create(OperationContext context);
    }
}
