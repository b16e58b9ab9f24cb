/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Programs the responses of the other operations, and of paths that are no operation. */
public final class CallStubbing extends Stubbing<CallStubbing> {
    CallStubbing(Set<Operation> operations, List<Stub> stubs) {
        super(operations, stubs);
    }

    /**
     * Responds with this payload.
     *
     * @param payload the value of {@link Operation#payloadMember()}; of {@link Operation#CALL} all members of the
     *     response other than {@code code} and {@code message}. A member {@code content} with a {@code byte[]} is sent
     *     as a file, with the media type of the member {@code media_type}.
     */
    public Stub respond(Map<String, ?> payload) {
        return respondJson(payload);
    }
}
