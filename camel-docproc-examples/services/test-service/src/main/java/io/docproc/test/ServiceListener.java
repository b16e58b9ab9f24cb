/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/** Receives calls and callbacks, for example to print or count them. Called concurrently; must not throw. */
public interface ServiceListener {
    /**
     * Called before the response of a call is sent.
     *
     * @param call the call, without the content of its document
     */
    default void onCall(ReceivedCall call) {}

    /** Called when the response to a callback was received, or there is none. */
    default void onCallback(SentCallback callback) {}
}
