/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ServiceErrorException;
import java.util.Arrays;
import java.util.List;

/**
 * Value of the crop parameter {@code size_and_positon} (interface document, Endpoints 1).
 *
 * @param width width of the crop in pixels; 0 for the default
 * @param height height of the crop in pixels; 0 for the default
 * @param corners {@code x1,y1,…,x4,y4} clockwise from top left
 */
public record SizeAndPosition(int width, int height, List<Integer> corners) {
    private static final String FORM = "width,height,x1,y1,x2,y2,x3,y3,x4,y4, corners clockwise from top left";
    private static final int NUMBERS = 10;
    private static final int MAX_SIDE = 10_000;

    /** Parses the parameter; throws 40004 if it is invalid. */
    public static SizeAndPosition parse(String value) {
        List<Integer> numbers;
        try {
            numbers = Arrays.stream(value.split(",", -1))
                    .map(String::strip)
                    .map(Integer::valueOf)
                    .toList();
        } catch (NumberFormatException e) {
            throw invalid(value);
        }
        if (numbers.size() != NUMBERS || numbers.stream().anyMatch(it -> it < 0)) {
            throw invalid(value);
        }
        SizeAndPosition parsed = new SizeAndPosition(numbers.get(0), numbers.get(1), numbers.subList(2, NUMBERS));
        if (Math.max(parsed.width, parsed.height) > MAX_SIDE || !parsed.isClockwiseAndConvex()) {
            throw invalid(value);
        }
        return parsed;
    }

    /** Returns whether each corner turns to the right, with the y axis downwards. */
    private boolean isClockwiseAndConvex() {
        for (int corner = 0; corner < corners.size(); corner += 2) {
            long firstX = (long) x(corner + 2) - x(corner);
            long firstY = (long) y(corner + 2) - y(corner);
            long secondX = (long) x(corner + 4) - x(corner + 2);
            long secondY = (long) y(corner + 4) - y(corner + 2);
            if (firstX * secondY - firstY * secondX <= 0) {
                return false;
            }
        }
        return true;
    }

    private int x(int index) {
        return corners.get(index % corners.size());
    }

    private int y(int index) {
        return corners.get(index % corners.size() + 1);
    }

    private static ServiceErrorException invalid(String value) {
        return ParameterError.of("size_and_positon", value, FORM);
    }
}
