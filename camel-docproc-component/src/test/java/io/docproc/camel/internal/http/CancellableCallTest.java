/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CancellableCallTest {
    @Test
    void completedCallReleasesConnectionBeforeTimerExpires() {
        AtomicInteger aborted = new AtomicInteger();
        ManualTimer timer = new ManualTimer();
        CancellableCall call = new CancellableCall(aborted::incrementAndGet, timer.deadline(), closed -> {});
        call.startLimit();
        call.close();

        timer.expire();

        assertThat(aborted).hasValue(0);
    }
}
