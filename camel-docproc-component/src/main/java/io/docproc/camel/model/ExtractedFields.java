/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fields of the schema with the extracted values, in the order of the response. A missing text is an empty string or
 * null, and a missing array is empty or null, as the service returns it. Numbers keep their precision. Not thread-safe.
 */
public final class ExtractedFields extends LinkedHashMap<String, Object> implements ServiceResource {
    private static final long serialVersionUID = 1L;

    /** Creates an empty map. */
    public ExtractedFields() {}

    /** Creates a copy of these fields. */
    public ExtractedFields(Map<String, ?> fields) {
        super(fields);
    }

    /** Serializes a plain map: Camel's repositories accept no other classes than those of the JDK and of Camel. */
    private Object writeReplace() {
        return new LinkedHashMap<>(this);
    }
}
