/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.local.MutableClock;
import io.docproc.local.ServiceException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestRateTest {
    private final MutableClock clock = new MutableClock();

    @Test
    void noWindowOfASecondHasMoreThanTheLimitEvenAcrossFullSeconds() {
        RequestRate rate = new RequestRate(2, clock);
        clock.advance(Duration.ofMillis(900));
        rate.admit();
        rate.admit();

        clock.advance(Duration.ofMillis(200));

        assertThatThrownBy(rate::admit).isInstanceOfSatisfying(ServiceException.class, it -> assertThat(it.code())
                .isEqualTo(40306));
    }

    @Test
    void refusedCallsDoNotUseUpTheNextSecond() {
        RequestRate rate = new RequestRate(1, clock);
        rate.admit();
        for (int i = 0; i < 10; i++) {
            clock.advance(Duration.ofMillis(99));
            assertThatThrownBy(rate::admit).isInstanceOf(ServiceException.class);
        }

        clock.advance(Duration.ofMillis(10));

        rate.admit();
    }

    @Test
    void zeroIsNoLimit() {
        RequestRate rate = new RequestRate(0, clock);
        for (int i = 0; i < 1000; i++) {
            rate.admit();
        }
    }
}
