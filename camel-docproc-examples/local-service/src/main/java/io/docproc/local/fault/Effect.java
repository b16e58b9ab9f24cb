/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import java.io.IOException;

/** What a fault makes of a call. */
@FunctionalInterface
public interface Effect {
    /** Ends the conversation in this fault's way. */
    void on(Conversation conversation) throws IOException;
}
