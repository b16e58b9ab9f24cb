/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.time.Instant;

/**
 * Attempts of a call that were sent and have no complete response. The service may have billed each.
 *
 * @param count the number of attempts, at least 1
 * @param since when the first attempt was sent
 * @param last when the last attempt was sent
 */
public record UnansweredCalls(int count, Instant since, Instant last) {}
