/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Programs the responses of {@code parseSync}. */
public final class ParseStubbing extends Stubbing<ParseStubbing> {
    ParseStubbing(List<Stub> stubs) {
        super(Set.of(Operation.PARSE_SYNC), stubs);
    }

    /** Responds with a document of this text: a line that starts with # is a title, any other a paragraph. */
    public Stub respond(String markdown) {
        return respond(request -> Samples.parsed(request, markdown));
    }

    /** Responds with code 50207 (partial failure) and a document of this text. Billed. */
    public Stub respondPartially(String markdown) {
        return respondPartially(request -> Samples.parsed(request, markdown));
    }

    /** Responds with this {@code data}. */
    public Stub respond(Map<String, ?> data) {
        return respondJson(data);
    }
}
