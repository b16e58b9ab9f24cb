/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.time.Duration;

/**
 * The figures of the calls of one operation that ended in one way.
 *
 * @param count how many
 * @param total the time they took, all together, from having a place until the end
 * @param max the time of the longest
 */
public record EndFigures(long count, Duration total, Duration max) {
    static final EndFigures NONE = new EndFigures(0, Duration.ZERO, Duration.ZERO);

    /** The time that one call took in the middle; zero when there was none. */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }

    /** These and others together. */
    EndFigures and(EndFigures others) {
        return new EndFigures(
                count + others.count, total.plus(others.total), max.compareTo(others.max) > 0 ? max : others.max);
    }
}
