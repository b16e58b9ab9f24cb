/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallStatisticsTest {
    private final CallStatistics calls = new CallStatistics();

    @Test
    void parseCallsAreCountedByTheirCode() {
        calls.accept("parseSync 200 10 ms");
        calls.accept("parseSync 40306 0 ms");
        calls.accept("balance 200 1 ms");

        assertThat(calls.total()).isEqualTo(2);
        assertThat(calls.count(200)).isEqualTo(1);
        assertThat(calls.count(40306)).isEqualTo(1);
        assertThat(calls.count(40422)).isZero();
    }

    @Test
    void theBusiestSecondCountsArrivalsNotResponses() {
        assertThat(calls.busiestSecond()).isZero();
        calls.accept("parseSync 200 60000 ms");
        calls.accept("parseSync 200 30000 ms");
        calls.accept("parseSync 200 30100 ms");

        assertThat(calls.busiestSecond()).isEqualTo(2);
    }
}
