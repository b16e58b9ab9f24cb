/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ServiceRequest;
import java.io.IOException;

/** Reads the requests of an operation and checks them against the contract. */
@FunctionalInterface
public interface RequestReader {
    /**
     * Reads a request.
     *
     * @throws io.docproc.test.ServiceErrorException if the request violates the contract, with the code to respond
     */
    ServiceRequest read(IncomingCall call) throws IOException;
}
