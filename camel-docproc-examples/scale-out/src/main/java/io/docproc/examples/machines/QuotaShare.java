/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/**
 * How the account's calls are shared out: every worker gets as many whole calls per second as every other. Fractions are
 * left over, because workers do not know of each other: half a call each would, now and then, be one each in one second.
 *
 * @param accountCallsPerSecond what the service grants the account
 * @param workers among how many it is shared out, those that do not run at the moment included
 */
record QuotaShare(int accountCallsPerSecond, int workers) {
    /** Calls per second of one worker. */
    int share() {
        return accountCallsPerSecond / workers;
    }
}
