/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * What was found in one original image (interface document, "Crop and enhance response").
 *
 * @param originWidth width of the original, pixels; 0 when the service did not say
 * @param originHeight height of the original, pixels; 0 when the service did not say
 * @param images one entry for each processed image; may be empty
 * @param other fields that the interface document does not list
 */
public record CropResult(
        int originWidth,
        int originHeight,
        @JsonProperty("image_list") List<CroppedImage> images,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {}
