/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import io.docproc.test.Responder;
import java.io.IOException;
import java.util.Optional;

/** A call whose outcome a stub determines. Each method completes the call. */
public interface CallTarget {
    /** Processes the call with this responder, or the operation's own, and delivers the response. */
    void process(Optional<Responder> responder, Delivery delivery) throws IOException;

    /** Responds with an error code in the envelope of the operation. */
    void refuse(int code, String message) throws IOException;

    /** Responds with an HTML page, as a gateway does. */
    void respondPage(int httpStatus) throws IOException;

    /** Closes the connection. */
    void disconnect() throws IOException;

    /** Reads and checks the request, and closes the connection. */
    void disconnectAfterRequest() throws IOException;
}
