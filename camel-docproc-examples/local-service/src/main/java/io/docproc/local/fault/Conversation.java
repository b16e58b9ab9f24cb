/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import java.io.IOException;

/** One HTTP call being answered, as far as a fault can disturb it. Each method ends the conversation. */
public interface Conversation {
    /** Does the work and sends the answer: what happens without a fault. */
    void answer() throws IOException;

    /** Answers with an error code in the operation's own envelope, without reading the body. */
    void refuse(int code, String message) throws IOException;

    /** Answers with a gateway's HTML page instead of JSON, without reading the body. */
    void page(int httpStatus) throws IOException;

    /** Closes the connection without reading the body. */
    void drop() throws IOException;

    /** Reads the whole body, then closes the connection; no work is done and nothing is charged. */
    void readAndDrop() throws IOException;

    /** Does the work and charges for it, then closes the connection instead of answering. */
    void answerAndDrop() throws IOException;

    /** Does the work and charges for it, sends half of the answer and closes the connection. */
    void answerTruncated() throws IOException;
}
