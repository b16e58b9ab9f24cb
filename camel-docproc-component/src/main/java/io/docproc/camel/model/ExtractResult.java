/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The result of an extraction (interface document, "Extraction response").
 *
 * @param successCount the number that the service counts as extracted
 * @param fields the schema's fields with the values found ({@code extracted_schema})
 * @param citations where each value was found, nested as the schema is; empty unless asked for
 * @param pages the pages that were read
 * @param stamps the stamps detected; empty unless asked for
 * @param other fields that the interface document does not list
 */
public record ExtractResult(
        int successCount,
        @JsonProperty("extracted_schema") ExtractedFields fields,
        Map<String, Object> citations,
        List<ExtractedPage> pages,
        List<Stamp> stamps,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

    /** Puts empty collections in the place of absent ones. */
    public ExtractResult {
        fields = Objects.requireNonNullElseGet(fields, ExtractedFields::new);
        citations = Objects.requireNonNullElse(citations, Map.of());
        pages = Objects.requireNonNullElse(pages, List.of());
        stamps = Objects.requireNonNullElse(stamps, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /** The citations as a flat list, each with the path of its field, for example {@code items[0].amount}. */
    @JsonIgnore
    public List<Citation> citationList() {
        return Citation.flatten(citations);
    }
}
