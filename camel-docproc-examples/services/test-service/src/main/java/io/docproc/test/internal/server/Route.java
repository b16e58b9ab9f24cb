/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.Operation;
import io.docproc.test.internal.contract.RequestReader;

/**
 * Address and request format of an operation.
 *
 * @param operation the operation
 * @param method the HTTP method
 * @param path the path template
 * @param envelope the members of responses beside the payload
 * @param access the allowed clients
 * @param reader reads and checks requests
 */
record Route(Operation operation, String method, String path, Envelope envelope, Access access, RequestReader reader) {
    /** Clients that may call an operation. */
    enum Access {
        /** Clients with credentials. */
        CREDENTIALS,
        /** All clients, because the path contains an id that cannot be guessed. */
        OPEN
    }
}
