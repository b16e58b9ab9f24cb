/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellableCallTest {
    @Test
    void aCompletedCallReleasesItsConnectionThoughItsTimerTaskIsStillKept() {
        AtomicInteger aborted = new AtomicInteger();
        Alarm alarm = new Alarm();
        CancellableCall call = new CancellableCall(aborted::incrementAndGet, alarm.limit());
        call.startLimit();
        call.close();

        alarm.ring();

        assertThat(aborted).hasValue(0);
    }
}
