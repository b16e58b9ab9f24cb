/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.util.Map;

/** Programs the responses of the other operations, and of paths that are no operation. */
public final class CallStubbing extends Stubbing<CallStubbing> {
    CallStubbing(Operation operation, StubRegistry<CallAction> registry) {
        super(operation, registry);
    }

    @Override
    CallStubbing self() {
        return this;
    }

    /**
     * Responds with this payload.
     *
     * @param payload the value of {@link Operation#payloadMember()}; of {@link Operation#CALL} all members of the
     *     response other than {@code code} and {@code message}
     */
    public Stub respond(Map<String, ?> payload) {
        return respondJson(payload);
    }
}
