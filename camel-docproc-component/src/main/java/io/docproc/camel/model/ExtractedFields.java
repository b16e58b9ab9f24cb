/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The schema's fields with the values found in the document, in the order of the answer. A text that is missing is an
 * empty string or null, a missing array is empty or null: the service does both. Numbers are as exact as they came.
 */
public final class ExtractedFields extends LinkedHashMap<String, Object> implements ServiceResource {
    private static final long serialVersionUID = 1L;

    /** No fields yet. */
    public ExtractedFields() {}

    /** The same fields and values. */
    public ExtractedFields(Map<String, ?> fields) {
        super(fields);
    }
}
