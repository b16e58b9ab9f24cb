/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import java.util.List;
import java.util.Optional;

/**
 * Result of a crop call (interface document, Crop and enhance response).
 *
 * @param originWidth width of the original in pixels, after EXIF orientation
 * @param originHeight height of the original in pixels, after EXIF orientation
 * @param croppedWidth width of the processed image in pixels
 * @param croppedHeight height of the processed image in pixels
 * @param position corners of the document {@code x1,y1,…,x4,y4}, clockwise from top left, in pixels of the original
 * @param angle rotation of the document: 0, 90 (rotated right), 180, 270 (rotated left), or -1 if not requested or not
 *     detected
 * @param jpeg the processed image; empty if only the position was requested
 */
public record CropResult(
        int originWidth,
        int originHeight,
        int croppedWidth,
        int croppedHeight,
        List<Integer> position,
        int angle,
        Optional<byte[]> jpeg) {}
