/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;

/**
 * Response of {@code updateTable} (interface document, endpoint 8).
 *
 * @param code the code of the service; 200 = success
 * @param msg the message of the service
 * @param other all other fields of the response, for example {@code result}
 */
public record WorkflowReply(int code, String msg, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {}
