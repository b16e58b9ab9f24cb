/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.test.ServiceErrorException;
import java.util.Arrays;
import java.util.List;

/**
 * Value of the crop parameter {@code size_and_positon} (interface document, Endpoints 1).
 *
 * @param width width of the crop in pixels; 0 for the default
 * @param height height of the crop in pixels; 0 for the default
 * @param corners {@code x1,y1,…,x4,y4} clockwise from top left, in pixels of the original image
 */
public record SizeAndPosition(int width, int height, List<Integer> corners) {
    private static final String FORM = "size_and_positon must be width,height,x1,y1,x2,y2,x3,y3,x4,y4";

    /**
     * Copies and checks the corners.
     *
     * @throws ServiceErrorException 40004 if a side is out of range, or the corners are not those of a convex
     *     quadrilateral in clockwise order
     */
    public SizeAndPosition {
        corners = List.copyOf(corners);
        if (corners.size() != 8) {
            throw invalid("there are " + corners.size() + " corner coordinates");
        }
        requireSide("width", width);
        requireSide("height", height);
        if (!isClockwiseAndConvex(corners)) {
            throw invalid("the corners are not those of a convex quadrilateral in clockwise order: " + corners);
        }
    }

    /**
     * Parses the value of the parameter.
     *
     * @throws ServiceErrorException 40004 if it is not ten whole numbers that describe a crop
     */
    public static SizeAndPosition parse(String value) {
        String[] parts = value.split(",", -1);
        if (parts.length != 10) {
            throw invalid("there are " + parts.length + " values");
        }
        List<Integer> numbers =
                Arrays.stream(parts).map(SizeAndPosition::wholeNumber).toList();
        return new SizeAndPosition(numbers.get(0), numbers.get(1), numbers.subList(2, 10));
    }

    /**
     * Checks that all corners lie in an image.
     *
     * @throws ServiceErrorException 40004 if one lies outside
     */
    public void requireWithin(int imageWidth, int imageHeight) {
        for (int index = 0; index < corners.size(); index++) {
            int limit = index % 2 == 0 ? imageWidth : imageHeight;
            if (corners.get(index) < 0 || corners.get(index) > limit) {
                throw invalid("a corner lies outside the image of " + imageWidth + " x " + imageHeight + " pixels: "
                        + corners);
            }
        }
    }

    private static Integer wholeNumber(String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw invalid("not a whole number: '" + text + "'");
        }
    }

    private static void requireSide(String name, int side) {
        if (side < 0 || side > 10_000) {
            throw invalid(name + " must be between 0 and 10000, but is " + side);
        }
    }

    /** Returns whether each corner turns to the right, with the y axis downwards. */
    private static boolean isClockwiseAndConvex(List<Integer> corners) {
        for (int i = 0; i < 8; i += 2) {
            long x = corners.get((i + 2) % 8);
            long y = corners.get((i + 3) % 8);
            long turn = (x - corners.get(i)) * (corners.get((i + 5) % 8) - y)
                    - (y - corners.get(i + 1)) * (corners.get((i + 4) % 8) - x);
            if (turn <= 0) {
                return false;
            }
        }
        return true;
    }

    private static ServiceErrorException invalid(String reason) {
        return new ServiceErrorException(40004, FORM + "; " + reason);
    }
}
