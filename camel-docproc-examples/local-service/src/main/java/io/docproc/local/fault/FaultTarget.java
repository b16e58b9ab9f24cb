/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import java.io.IOException;

/** HTTP call in flight, as a fault can change its response. Each method completes the call. */
public interface FaultTarget {
    /** Processes the call and sends the response: the behaviour without a fault. */
    void answer() throws IOException;

    /** Responds with an error code in the operation's own envelope, without reading the body. */
    void refuse(int code, String message) throws IOException;

    /** Responds with a gateway's HTML page instead of JSON, without reading the body. */
    void page(int httpStatus) throws IOException;

    /** Closes the connection without reading the body. */
    void drop() throws IOException;

    /** Reads the whole body and closes the connection. The call is neither processed nor billed. */
    void readAndDrop() throws IOException;

    /** Processes and bills the call, then closes the connection without a response. */
    void answerAndDrop() throws IOException;

    /** Processes and bills the call, sends half of the response and closes the connection. */
    void answerTruncated() throws IOException;
}
