/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;

/**
 * Field of a file category: request body and response of {@code addField} (interface document, "Category field"). A
 * component that is null is not sent. Without {@code withDetail}, the response contains only the {@code fieldId}.
 *
 * @param fieldId the id of the field; response only
 * @param name the name of the field
 * @param workspaceId the workspace; request only
 * @param categoryId the file category; request only
 * @param description the description of the field
 * @param prompt the prompt for semantic extraction
 * @param usePrompt whether the prompt is used
 * @param alias alternative names of the field; for an existing field, null changes nothing, an empty list removes them and
 *     another list replaces them
 * @param identity the name of the field in exports; for an existing field, null changes nothing, an empty text removes it and
 *     another text replaces it
 * @param multiValue whether the field may have several values
 * @param duplicateValueDistinct whether duplicate values are removed; takes effect only with {@code multiValue}
 * @param transformSettings the transformation of the value on output
 * @param tableId the table that the field belongs to, empty or null for a regular field; request only
 * @param extractModel {@code Auto} (the service selects the model), {@code Acgpt} (fast, stable results), {@code Acgpt-VL} (a
 *     vision model for simple extraction from up to 10 pages) or {@code DF-M1} (complex documents); null for the model of
 *     the category; regular fields only
 * @param withDetail whether the response contains all fields or only the id; request only
 * @param enabled whether the field is enabled; response only
 * @param other fields that the interface document does not list, and values of an unexpected type
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
        implements ServiceResource, ModelJson.ExtensibleRecord {

    /** Returns a field that has only a name. The options of the endpoint complete it. */
    public static CategoryField named(String name) {
        return new CategoryField(
                null, name, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
                Map.of());
    }
}
