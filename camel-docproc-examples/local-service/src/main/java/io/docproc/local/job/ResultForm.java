/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/** What lies behind a {@code result_url}: both forms are described by the service. */
public enum ResultForm {
    /** The whole answer that the synchronous call would give. */
    ENVELOPE {
        @Override
        ObjectNode of(ObjectNode data) {
            ObjectNode envelope = JsonNodeFactory.instance
                    .objectNode()
                    .put("code", 200)
                    .put("message", "success")
                    .put("x_request_id", UUID.randomUUID().toString());
            return envelope.set("data", data);
        }
    },
    /** Only the answer's {@code data}. */
    DATA {
        @Override
        ObjectNode of(ObjectNode data) {
            return data;
        }
    };

    abstract ObjectNode of(ObjectNode data);
}
