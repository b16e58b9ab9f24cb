/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Creates the payload of a successful response. The test service has already checked the request against the contract,
 * and adds the envelope. Called concurrently.
 */
@FunctionalInterface
public interface Responder {
    /**
     * Returns the value of the member {@link Operation#payloadMember()}. For {@link Operation#CALL} it returns all
     * members of the response other than {@code code} and {@code message}.
     *
     * @throws ServiceErrorException to respond with an error code; the call is not billed
     * @throws IOException to respond with code 500
     */
    ObjectNode respond(ServiceRequest request) throws IOException;
}
