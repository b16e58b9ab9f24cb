/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ErrorCode;
import java.util.List;

/**
 * An outage of the account that ends after a number of failed calls, as the local service simulates it.
 *
 * @param code with which the service refuses calls
 */
public record AccountOutage(int code) {
    private static final int REFUSED_PROBES = 60;
    private static final int REFUSED_DOCUMENTS = 6;

    /** Returns true if the service refuses every call, so that no document is sent until the outage is over. */
    private boolean refusesBalance() {
        DocprocException error = ErrorCode.of(code).orElseThrow().refusal("balance", "");
        return error instanceof DocprocAuthenticationException || error instanceof DocprocRateLimitException;
    }

    /** Returns the number of calls that the service refuses. */
    public int refusals() {
        return refusesBalance() ? REFUSED_PROBES : REFUSED_DOCUMENTS;
    }

    /**
     * Asserts that each document was billed once and that the outage was probed, not hammered.
     *
     * @param calls lines of the local service: operation, code, milliseconds
     * @param operation that processes documents
     * @param documents number of documents
     * @param inFlight number of calls that may have been in flight when the outage was noticed
     */
    public void assertProbed(List<String> calls, String operation, int documents, int inFlight) {
        long refused = count(calls, operation, code);
        assertThat(count(calls, operation, 200)).as("billed calls").isEqualTo(documents);
        assertThat(refused + count(calls, "balance", code)).as("refused calls").isEqualTo(refusals());
        assertThat(refused)
                .as("refused documents, one for each probe")
                .isLessThanOrEqualTo(inFlight + count(calls, "balance", 200));
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
        return "operation=%s,kind=code,code=%d,times=%d"
                .formatted(refusesBalance() ? "*" : operation, code, refusals());
    }
}
