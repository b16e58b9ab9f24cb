/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The consumer's own record of processed completions is bounded, and concurrent callbacks may use it. */
class ProcessedCompletionsTest {
    @Test
    void aNewKeyBeyondTheCapacityRemovesTheOldestOne() {
        ProcessedCompletions processed = new ProcessedCompletions(2);

        assertThat(processed.add("a")).isTrue();
        assertThat(processed.add("b")).isTrue();
        assertThat(processed.add("b")).isFalse();
        assertThat(processed.contains("a")).isTrue();
        processed.add("c");

        assertThat(processed.contains("a")).isFalse();
        assertThat(processed.contains("b")).isTrue();
        assertThat(processed.contains("c")).isTrue();
    }

    @Test
    void aKeyIsAddedOnceByConcurrentCallers() {
        ProcessedCompletions processed = new ProcessedCompletions(1000);

        long added = IntStream.range(0, 100_000)
                .parallel()
                .filter(number -> processed.add("job-" + number % 1000))
                .count();

        assertThat(added).isEqualTo(1000);
    }
}
