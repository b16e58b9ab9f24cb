/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.quota;

import java.util.concurrent.Semaphore;

/**
 * How many calls may be in flight at once. Whoever comes when all places are taken waits, in order of arrival: that
 * slows a poller down instead of filling memory.
 */
public final class ConcurrencyLimit {
    private final int limit;
    private final Semaphore places;

    /** @param limit the number of calls that may be in flight, at least 1 */
    public ConcurrencyLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "Option maxConcurrentRequests is " + limit + "; allowed is a number from 1 up");
        }
        this.limit = limit;
        this.places = new Semaphore(limit, true);
    }

    /** Waits for a place and takes it. */
    public void enter() throws InterruptedException {
        places.acquire();
    }

    /** Gives the place back. */
    public void leave() {
        places.release();
    }

    /** The number of calls in flight. */
    public int inFlight() {
        return limit - places.availablePermits();
    }
}
