/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** The head of an answer's JSON, which differs from resource to resource (interface document, Resources). */
public enum Envelope {
    CROP {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code)
                    .put("message", message)
                    .put("msg", message)
                    .put("version", "v0.1.0")
                    .put("duration", facts.duration().toMillis())
                    .put("x_request_id", facts.requestId());
        }
    },
    EXTRACTION {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code)
                    .put("message", message)
                    .put("version", "v0.1.0_20260101")
                    .put("duration", facts.duration().toMillis())
                    .put("x_request_id", facts.requestId());
        }
    },
    PARSE {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("message", message).put("x_request_id", facts.requestId());
        }
    },
    FINANCE {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("msg", message).put("x_request_id", facts.requestId());
        }
    },
    WORKFLOW {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("msg", message);
        }
    };

    /** What an envelope tells about a call beside its outcome. */
    public record Facts(String requestId, Duration duration) {}

    abstract ObjectNode head(int code, String message, Facts facts);

    private static ObjectNode coded(int code) {
        return JsonNodeFactory.instance.objectNode().put("code", code);
    }
}
