/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Result of an extraction (interface document, "Extraction response").
 *
 * @param successCount the number of pages that the service has processed
 * @param fields the fields of the schema with the extracted values ({@code extracted_schema})
 * @param citations the locations of the values, nested like the schema; empty unless requested
 * @param pages the pages that the service read
 * @param stamps the detected stamps; empty unless requested
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record ExtractResult(
        int successCount,
        @JsonProperty("extracted_schema") ExtractedFields fields,
        Map<String, Object> citations,
        @JsonSetter(contentNulls = Nulls.FAIL) List<ExtractedPage> pages,
        @JsonSetter(contentNulls = Nulls.FAIL) List<Stamp> stamps,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /** Replaces absent components by empty collections. */
    public ExtractResult {
        fields = Objects.requireNonNullElseGet(fields, ExtractedFields::new);
        citations = Objects.requireNonNullElse(citations, Map.of());
        pages = Objects.requireNonNullElse(pages, List.of());
        stamps = Objects.requireNonNullElse(stamps, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /**
     * Returns the citations as a flat list. Each one has the path of its field, for example {@code items[0].amount}.
     */
    @JsonIgnore
    public List<Citation> citationList() {
        return Citation.flatten(citations);
    }
}
