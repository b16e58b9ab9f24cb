/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;

/**
 * A field of a file category: the body to send for {@code addField}, and what comes back (interface document, "Category
 * field"). A component that is null is not sent; what comes back without {@code withDetail} has only the
 * {@code fieldId}.
 *
 * @param fieldId the service's id; only in the answer
 * @param name the field's name
 * @param workspaceId the workspace; only in the request
 * @param categoryId the file category; only in the request
 * @param description a description
 * @param prompt semantic extraction prompt
 * @param usePrompt whether the prompt is used
 * @param alias other names
 * @param identity export field name
 * @param multiValue multi-value extraction
 * @param duplicateValueDistinct removes repeated values; takes effect only with {@code multiValue}
 * @param transformSettings output transform
 * @param tableId empty or null for a regular field, else the table that the field belongs to; only in the request
 * @param extractModel {@code Auto}, {@code Acgpt}, {@code Acgpt-VL} or {@code DF-M1}; only for regular fields
 * @param withDetail whether the answer has everything, or the field's id only; only in the request
 * @param enabled whether the field is on; only in the answer
 * @param other fields that the interface document does not list
 */
public record CategoryField(
        String fieldId,
        String name,
        String workspaceId,
        String categoryId,
        String description,
        String prompt,
        Boolean usePrompt,
        List<String> alias,
        String identity,
        Boolean multiValue,
        Boolean duplicateValueDistinct,
        TransformSettings transformSettings,
        String tableId,
        String extractModel,
        Boolean withDetail,
        Integer enabled,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {

    /** A field with a name and nothing else, to be completed by the endpoint's options. */
    public static CategoryField named(String name) {
        return new CategoryField(
                null, name, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                Map.of());
    }
}
