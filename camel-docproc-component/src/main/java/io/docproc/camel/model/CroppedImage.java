/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.StreamCache;

/**
 * One processed image (interface document, "Crop and enhance response").
 *
 * @param croppedWidth width of the processed image, pixels
 * @param croppedHeight height of the processed image, pixels
 * @param image the JPEG, null when only the position was asked for; Base64 in JSON
 * @param position {@code x1,y1,x2,y2,x3,y3,x4,y4} in pixels of the original: top-left, top-right, bottom-right,
 *     bottom-left; empty when the service did not say
 * @param angle 0 (upright), 90 (rotated right), 180 (upside down), 270 (rotated left), -1 (not detected)
 * @param other fields that the interface document does not list
 */
public record CroppedImage(
        int croppedWidth,
        int croppedHeight,
        @JsonSerialize(using = StreamAsBase64.class) StreamCache image,
        List<Integer> position,
        int angle,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

    /** The JPEG, or empty when only the position was asked for. */
    @JsonIgnore
    public Optional<StreamCache> jpeg() {
        return Optional.ofNullable(image);
    }
}
