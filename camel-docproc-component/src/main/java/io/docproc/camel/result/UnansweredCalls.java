/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.time.Instant;

/**
 * Attempts of a call that were sent and have no complete response. The service may have billed each.
 *
 * @param count the number of attempts; 0 if there are none
 * @param since when the first attempt was sent; any time if there are none
 * @param last when the last attempt was sent; any time if there are none
 */
public record UnansweredCalls(int count, Instant since, Instant last) {
    /** No attempts. */
    public static final UnansweredCalls NONE = new UnansweredCalls(0, Instant.EPOCH, Instant.EPOCH);

    /** Returns these attempts with another one. */
    public UnansweredCalls next(Instant sent) {
        return new UnansweredCalls(count + 1, count == 0 ? sent : since, sent);
    }
}
