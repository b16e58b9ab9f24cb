/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Result of a crop call for one original image (interface document, "Crop and enhance response").
 *
 * @param originWidth the width of the original in pixels; 0 if absent
 * @param originHeight the height of the original in pixels; 0 if absent
 * @param images one entry for each processed image; may be empty
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record CropResult(
        int originWidth,
        int originHeight,
        @JsonProperty("image_list") @JsonSetter(contentNulls = Nulls.FAIL) List<CroppedImage> images,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /** Replaces absent images and absent other fields by empty ones. */
    public CropResult {
        images = Objects.requireNonNullElse(images, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
