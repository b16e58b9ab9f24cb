/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** Members of a response beside its payload, which differ by resource (interface document, Resources). */
public enum Envelope {
    /** Crop and enhance response. */
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
    /** Extraction response. */
    EXTRACTION {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code)
                    .put("message", message)
                    .put("version", "v0.1.0_20260101")
                    .put("duration", facts.duration().toMillis())
                    .put("x_request_id", facts.requestId());
        }

        @Override
        ObjectNode withPayload(int code, String message, Facts facts) {
            ObjectNode response = head(code, message, facts).put("status", "finished");
            response.putObject("part_durations")
                    .put("parse_duration", facts.duration().toMillis())
                    .put("retrieve_duration", 0)
                    .put("prompt_duration", 0)
                    .put("llm_duration", 0)
                    .put("format_duration", 0);
            return response;
        }
    },
    /** Responses of the parse calls. */
    PARSE {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("message", message).put("x_request_id", facts.requestId());
        }
    },
    /** Responses of the finance queries. */
    FINANCE {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("msg", message).put("x_request_id", facts.requestId());
        }
    },
    /** Responses of the workflow calls. */
    WORKFLOW {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("msg", message).put("traceId", facts.requestId());
        }
    },
    /** Downloads: a file without an envelope; an error has an HTTP status. */
    FILE {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return OTHER.head(code, message, facts);
        }
    },
    /** Responses of paths that are no operation. */
    OTHER {
        @Override
        ObjectNode head(int code, String message, Facts facts) {
            return coded(code).put("message", message).put("msg", message).put("x_request_id", facts.requestId());
        }
    };

    /** Values of a call in its response. */
    record Facts(String requestId, Duration duration) {}

    abstract ObjectNode head(int code, String message, Facts facts);

    /** Returns the members of a response that has a payload. */
    ObjectNode withPayload(int code, String message, Facts facts) {
        return head(code, message, facts);
    }

    private static ObjectNode coded(int code) {
        return JsonNodeFactory.instance.objectNode().put("code", code);
    }
}
