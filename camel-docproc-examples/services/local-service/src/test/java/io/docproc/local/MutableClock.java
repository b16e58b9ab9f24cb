/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock that tests set. */
public final class MutableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    public void advance(Duration step) {
        now = now.plus(step);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return Clock.fixed(now, zone);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
