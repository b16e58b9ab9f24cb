/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import java.util.List;
import java.util.Optional;

/**
 * What a crop call found and made (interface document, Crop and enhance response).
 *
 * @param originWidth the original image's width as it is shown, pixels
 * @param originHeight the original image's height as it is shown, pixels
 * @param croppedWidth the processed image's width, pixels
 * @param croppedHeight the processed image's height, pixels
 * @param position the document's corners {@code x1,y1,…,x4,y4} from top-left clockwise, in the original's pixels
 * @param angle how the document lies: 0, 90 (rotated right), 180, 270 (rotated left), or -1 if not asked or not found
 * @param jpeg the processed image, unless only the position was asked for
 */
public record CropResult(
        int originWidth,
        int originHeight,
        int croppedWidth,
        int croppedHeight,
        List<Integer> position,
        int angle,
        Optional<byte[]> jpeg) {}
