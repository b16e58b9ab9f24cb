/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeakCheckTest {
    private static final int SAMPLES = 40;
    private static final long MEGABYTE = 1024;

    private static List<String> leaks(IntFunction<Resources> sample) {
        List<Resources> samples = IntStream.range(0, SAMPLES).mapToObj(sample).toList();
        return LeakCheck.of(samples).stream()
                .filter(LeakCheck.Finding::leaks)
                .map(LeakCheck.Finding::name)
                .toList();
    }

    @Test
    void whatGrowsAllTheTimeIsALeak() {
        assertThat(leaks(i -> new Resources(30 * MEGABYTE + i * MEGABYTE, 40, 20, 10, 0)))
                .containsExactly("heap, KB");
        assertThat(leaks(i -> new Resources(30 * MEGABYTE, 40 + i, 20, 10, 0))).containsExactly("threads");
        assertThat(leaks(i -> new Resources(30 * MEGABYTE, 40, 20 + i, 10, 0))).containsExactly("handles");
        assertThat(leaks(i -> new Resources(30 * MEGABYTE, 40, 20, 10 + i, 0))).containsExactly("connections");
        assertThat(leaks(i -> new Resources(30 * MEGABYTE, 40, 20, 10, i))).containsExactly("temporary files");
    }

    @Test
    void whatOnlyVariesOrFillsUpAtTheBeginningIsNone() {
        assertThat(leaks(i -> new Resources((30 + i % 7) * MEGABYTE, 40 + i % 3, 20 + i % 4, 10 + i % 8, 0)))
                .isEmpty();
        assertThat(leaks(i -> new Resources((i < 10 ? 20 + i : 30) * MEGABYTE, Math.min(40, 30 + i), 20, 10, 0)))
                .isEmpty();
    }

    @Test
    void tooFewSamplesGiveNoFinding() {
        Resources sample = new Resources(30 * MEGABYTE, 40, 20, 10, 0);

        assertThat(LeakCheck.of(List.of(sample, sample, sample))).isEmpty();
    }
}
