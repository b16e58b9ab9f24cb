/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/**
 * Handles requests to an additional path that the service does not have, see
 * {@link DocprocTestServiceBuilder#controlPath}. Called concurrently.
 */
@FunctionalInterface
public interface ControlHandler {
    /**
     * Returns the JSON of the response.
     *
     * @param body the request body, of at most 64 KiB
     * @throws ServiceErrorException to respond with HTTP status 400, {@code code} and {@code message}
     */
    JsonNode handle(byte[] body) throws IOException;
}
