/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.LinkedHashMap;

/**
 * Element or page of a parsed document: its JSON object, with the members in the order of the response. Objects are
 * maps, arrays are lists, and numbers keep their precision. Not thread-safe.
 */
public final class DocumentPart extends LinkedHashMap<String, Object> implements ServiceResource {
    private static final long serialVersionUID = 1L;

    /** Creates a part without members. */
    public DocumentPart() {}

    /** Serializes a plain map: Camel's repositories accept no other classes than those of the JDK and of Camel. */
    private Object writeReplace() {
        return new LinkedHashMap<>(this);
    }
}
