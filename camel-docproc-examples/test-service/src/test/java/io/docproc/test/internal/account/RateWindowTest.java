/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.test.ServiceErrorException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RateWindowTest {
    private final ManualClock clock = new ManualClock();
    private final RateWindow window = new RateWindow(clock);

    @Test
    void aWindowHasNoLimitAtFirst() {
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

    private void assertExceeded() {
        assertThatThrownBy(window::admit)
                .isInstanceOf(ServiceErrorException.class)
                .hasMessage("QPS limit exceeded: at most 2 a second");
    }

    private static final class ManualClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        private void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
