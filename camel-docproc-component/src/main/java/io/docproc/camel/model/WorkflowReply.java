/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;

/**
 * The answer to {@code updateTable} (interface document, endpoint 8).
 *
 * @param code 200
 * @param msg the service's words
 * @param other whatever else the answer holds, for example {@code result}
 */
public record WorkflowReply(int code, String msg, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {}
