/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Programs the responses of {@code extract}. */
public final class ExtractStubbing extends Stubbing<ExtractStubbing> {
    ExtractStubbing(List<Stub> stubs) {
        super(Set.of(Operation.EXTRACT), stubs);
    }

    /**
     * Responds with these fields as {@code extracted_schema}. One page is added, and citations if the request enables
     * them.
     *
     * @param fields values that Jackson can write, by field name
     */
    public Stub respond(Map<String, ?> fields) {
        ObjectNode extracted = Json.MAPPER.valueToTree(fields);
        return respond(request -> Samples.extracted(request, extracted));
    }

    /** Responds with code 50207 (partial failure) and these fields. Billed. */
    public Stub respondPartially(Map<String, ?> fields) {
        ObjectNode extracted = Json.MAPPER.valueToTree(fields);
        return respondPartially(request -> Samples.extracted(request, extracted));
    }

    /** Responds with this {@code result} (interface document, Extraction response). */
    public Stub respondResult(Map<String, ?> result) {
        return respondJson(result);
    }
}
