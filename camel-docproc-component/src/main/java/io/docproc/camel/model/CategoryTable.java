/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;

/**
 * Request body of {@code updateTable} (interface document, "Category table"). A component that is null is not sent.
 *
 * @param workspaceId the workspace
 * @param categoryId the file category
 * @param tableId the table
 * @param collectFromMultiTable whether several tables are merged; not supported by {@code Acgpt-VL}
 * @param name the name of the table, at most 50 characters
 * @param prompt the prompt for semantic extraction, at most 200 characters
 * @param extractModel a model of {@link CategoryField}
 * @param withDetail whether the response contains all fields
 * @param other fields that the interface document does not list
 */
public record CategoryTable(
        String workspaceId,
        String categoryId,
        String tableId,
        Boolean collectFromMultiTable,
        String name,
        String prompt,
        String extractModel,
        Boolean withDetail,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {}
