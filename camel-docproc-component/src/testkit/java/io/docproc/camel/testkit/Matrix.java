/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Chooses which cells of a matrix of test arguments run. */
public final class Matrix {
    private static final long SEED = 4711;

    private Matrix() {}

    /** Returns whether the tests run in the profile {@code endurance}, which tests full matrices. */
    public static boolean isFull() {
        return Boolean.getBoolean("tests.endurance");
    }

    /**
     * Returns all cells in the profile {@code endurance}. Otherwise returns a fixed choice in which each value of each
     * argument occurs at least once.
     */
    public static Stream<Arguments> of(Stream<Arguments> cells) {
        if (isFull()) {
            return cells;
        }
        List<Arguments> shuffled = new ArrayList<>(cells.toList());
        Collections.shuffle(shuffled, new Random(SEED));
        Set<List<Object>> seen = new HashSet<>();
        return shuffled.stream().filter(cell -> addValues(seen, Arrays.asList(cell.get()))).toList().stream();
    }

    private static boolean addValues(Set<List<Object>> seen, List<Object> values) {
        boolean isNew = false;
        for (int argument = 0; argument < values.size(); argument++) {
            isNew |= seen.add(List.of(argument, values.get(argument)));
        }
        return isNew;
    }
}
