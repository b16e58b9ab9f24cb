/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.StreamCache;

/**
 * Processed image of a crop call (interface document, "Crop and enhance response").
 *
 * @param croppedWidth the width of the processed image in pixels
 * @param croppedHeight the height of the processed image in pixels
 * @param image the JPEG, Base64 in JSON; null if only the position was requested. A stream cache whose {@link
 *     StreamCache#copy} needs no exchange
 * @param position {@code x1,y1,x2,y2,x3,y3,x4,y4} in pixels of the original: top-left, top-right, bottom-right,
 *     bottom-left; empty if absent
 * @param angle 0 (upright), 90 (rotated right), 180 (upside down), 270 (rotated left), -1 (not detected)
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record CroppedImage(
        int croppedWidth,
        int croppedHeight,
        @JsonSerialize(using = ModelJson.StreamAsBase64.class) StreamCache image,
        List<Integer> position,
        @JsonProperty(defaultValue = "-1") int angle,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /** Replaces an absent position and absent other fields by empty ones. */
    public CroppedImage {
        position = Objects.requireNonNullElse(position, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /**
     * Returns the JPEG, positioned at its start; null if only the position was requested. Each call returns a new copy,
     * so branches of a route that share this record can read the image concurrently. Reading a copy does not need an
     * exchange.
     */
    @Override
    public StreamCache image() {
        try {
            return image == null ? null : image.copy(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a new copy of the JPEG; empty if only the position was requested. */
    @JsonIgnore
    public Optional<StreamCache> jpeg() {
        return Optional.ofNullable(image());
    }
}
