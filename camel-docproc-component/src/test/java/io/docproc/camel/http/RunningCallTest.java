/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunningCallTest {
    @Test
    void aCallThatIsOverLetsGoOfWhatItHadOnTheWireThoughItsAlarmIsStillKept() {
        AtomicInteger aborted = new AtomicInteger();
        Alarm alarm = new Alarm();
        RunningCall call = new RunningCall(aborted::incrementAndGet);
        call.limitTo(alarm.limit());
        call.close();

        alarm.ring();

        assertThat(aborted).hasValue(0);
    }
}
