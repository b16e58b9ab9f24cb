/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.local.ServiceException;
import java.util.Arrays;
import java.util.List;

/**
 * The client's own crop: parameter {@code size_and_positon} (interface document, Crop and enhance).
 *
 * @param width of the crop, pixels; 0 = as estimated from the corners
 * @param height of the crop, pixels; 0 = as estimated from the corners
 * @param corners {@code x1,y1,…,x4,y4} from top-left clockwise, in the original image's pixels
 */
public record SizeAndPosition(int width, int height, List<Integer> corners) {
    private static final String FORM = "size_and_positon must be width,height,x1,y1,x2,y2,x3,y3,x4,y4";
    private static final int NUMBERS = 10;
    private static final int MAX_SIDE = 10_000;

    /**
     * @throws ServiceException 40004 when the size is out of range or the corners do not go clockwise round a convex
     *     quadrilateral
     */
    public SizeAndPosition {
        corners = List.copyOf(corners);
        if (corners.size() != NUMBERS - 2) {
            throw malformed("there are " + corners.size() + " corner coordinates");
        }
        requireSide("width", width);
        requireSide("height", height);
        if (!Quad.of(corners).isClockwiseAndConvex()) {
            throw malformed("the corners do not go clockwise round a convex quadrilateral: " + corners);
        }
    }

    /**
     * Reads the parameter's value.
     *
     * @throws ServiceException 40004 when it is not ten whole numbers, or they make no crop
     */
    public static SizeAndPosition parse(String value) {
        String[] parts = value.split(",", -1);
        if (parts.length != NUMBERS) {
            throw malformed("there are " + parts.length + " values");
        }
        List<Integer> numbers =
                Arrays.stream(parts).map(SizeAndPosition::wholeNumber).toList();
        return new SizeAndPosition(numbers.get(0), numbers.get(1), numbers.subList(2, NUMBERS));
    }

    /**
     * The corners, if all lie in an image of that size.
     *
     * @throws ServiceException 40004 when one lies outside
     */
    Quad cornersWithin(int imageWidth, int imageHeight) {
        Quad quad = Quad.of(corners);
        if (!quad.equals(quad.within(imageWidth, imageHeight))) {
            throw malformed("a corner lies outside the image of %d x %d pixels: %s"
                    .formatted(imageWidth, imageHeight, corners));
        }
        return quad;
    }

    private static Integer wholeNumber(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw malformed("not a whole number: '" + text + "'");
        }
    }

    private static void requireSide(String name, int side) {
        if (side < 0 || side > MAX_SIDE) {
            throw malformed(name + " must be between 0 and " + MAX_SIDE + ", but is " + side);
        }
    }

    private static ServiceException malformed(String reason) {
        return new ServiceException(40004, FORM + "; " + reason);
    }
}
