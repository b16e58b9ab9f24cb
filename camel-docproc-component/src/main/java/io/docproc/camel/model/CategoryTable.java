/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;

/**
 * The body to send for {@code updateTable} (interface document, "Category table"). A component that is null is not
 * sent.
 *
 * @param workspaceId the workspace
 * @param categoryId the file category
 * @param tableId the table
 * @param collectFromMultiTable merges several tables; {@code Acgpt-VL} does not support it
 * @param name at most 50 characters
 * @param prompt semantic extraction prompt, at most 200 characters
 * @param extractModel {@code Auto}, {@code Acgpt}, {@code Acgpt-VL} or {@code DF-M1}
 * @param withDetail whether the answer has everything
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
        implements ServiceResource {}
