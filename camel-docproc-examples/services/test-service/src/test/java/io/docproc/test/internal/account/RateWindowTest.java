/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.test.ManualClock;
import io.docproc.test.ServiceErrorException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateWindowTest {
    private final ManualClock clock = new ManualClock();
    private final RateWindow window = new RateWindow(0, clock);

    @Test
    void aNewWindowHasNoLimit() {
        for (int i = 0; i < 1000; i++) {
            assertThatCode(window::admit).doesNotThrowAnyException();
        }
    }

    @Test
    void aCallIsAdmittedOneSecondAfterTheCallThatItExceeds() {
        window.setCallsPerSecond(2);
        window.admit();
        clock.advance(Duration.ofMillis(400));
        window.admit();
        clock.advance(Duration.ofMillis(599));
        assertExceeded();
        clock.advance(Duration.ofMillis(1));

        assertThatCode(window::admit).doesNotThrowAnyException();
        assertExceeded();
    }

    @Test
    void rejectedCallsDoNotCount() {
        RateWindow single = new RateWindow(1, clock);
        single.admit();
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofMillis(99));
            assertThatThrownBy(single::admit).isInstanceOf(ServiceErrorException.class);
        }
        clock.advance(Duration.ofMillis(10));

        assertThatCode(single::admit).doesNotThrowAnyException();
    }

    private void assertExceeded() {
        assertThatThrownBy(window::admit)
                .isInstanceOf(ServiceErrorException.class)
                .hasMessage("QPS limit exceeded: at most 2 a second");
    }
}
