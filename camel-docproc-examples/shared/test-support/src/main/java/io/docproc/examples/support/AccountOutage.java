/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * An outage of the account that ends after a number of refused calls, as the local service simulates it.
 *
 * @param code with which the service refuses calls
 */
public record AccountOutage(int code) {
    /** Two calls that are in flight when the outage begins, or one of them and the first trial. */
    private static final int REFUSALS = 2;

    /**
     * Asserts that each document was billed once, and that each refused call was made.
     *
     * @param calls lines of the local service: operation, code, milliseconds
     * @param operation that processes documents
     * @param documents number of documents
     */
    public void assertProbed(List<String> calls, String operation, int documents) {
        assertThat(count(calls, operation, 200)).as("billed calls").isEqualTo(documents);
        assertThat(count(calls, operation, code)).as("refused calls").isEqualTo(REFUSALS);
    }

    private static long count(List<String> calls, String operation, int code) {
        return calls.stream()
                .filter(line -> line.startsWith(operation + " " + code + " "))
                .count();
    }

    /**
     * Returns the fault for the local service.
     *
     * @param operation that processes documents
     */
    public String fault(String operation) {
        return "operation=%s,kind=code,code=%d,times=%d".formatted(operation, code, REFUSALS);
    }
}
