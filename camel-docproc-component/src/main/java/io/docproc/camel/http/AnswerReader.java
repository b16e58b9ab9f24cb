/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;

/**
 * Makes something of an answer while it streams in.
 *
 * @param <T> what is made of it
 */
@FunctionalInterface
public interface AnswerReader<T> {
    /**
     * Reads the answer's body.
     *
     * @throws IOException when the body cannot be read or is not what the service sends; the client makes the
     *     exception that the route sees
     */
    T read(Answer answer) throws IOException;
}
