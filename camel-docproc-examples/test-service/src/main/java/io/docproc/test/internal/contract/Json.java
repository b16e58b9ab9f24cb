/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON mapper of the service, in a separate class so that the start of a service does not load Jackson. */
public final class Json {
    /** Reads and writes JSON. */
    public static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}
}
