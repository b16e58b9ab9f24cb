/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.test.internal.responder.ParsedText;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.util.Map;
import java.util.Set;

/** Programs the responses of {@code parseSync}. */
public final class ParseStubbing extends Stubbing<ParseStubbing> {
    ParseStubbing(StubRegistry<CallAction> registry) {
        super(Set.of(Operation.PARSE_SYNC), registry);
    }

    @Override
    ParseStubbing self() {
        return this;
    }

    /** Responds with a document of this text: a line that starts with # is a title, any other a paragraph. */
    public Stub respond(String markdown) {
        return respond(request -> ParsedText.of(request, markdown));
    }

    /** Responds with code 50207 (partial failure) and a document of this text. Billed. */
    public Stub respondPartially(String markdown) {
        return respondPartially(request -> ParsedText.of(request, markdown));
    }

    /** Responds with this {@code data}. */
    public Stub respond(Map<String, ?> data) {
        return respondJson(data);
    }
}
