/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;

/**
 * Reads a response while it is received.
 *
 * @param <T> the type of the result
 */
@FunctionalInterface
public interface ResponseHandler<T> {
    /**
     * Reads the body of the response.
     *
     * @param response the response, whose body is read once
     * @throws IOException if the body cannot be read or is not the service's; the client converts it to a
     *     {@link io.docproc.camel.error.DocprocException}
     */
    T read(ServiceResponse response) throws IOException;
}
