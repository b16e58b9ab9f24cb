/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The same document was sent {@code maxUnansweredCalls} times without a complete response, so the component sends it no
 * more for a while. Nothing was sent. Not retryable; the same call is accepted again at {@link #getAcceptedAgain()}.
 */
public final class DocprocUnansweredException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private static final Duration FIRST_REFUSAL = Duration.ofMinutes(10);
    private static final Duration LONGEST_REFUSAL = Duration.ofDays(1);
    /** Doubled as often, the first refusal is longer than the longest. */
    private static final int MAX_DOUBLINGS = 8;

    private final int count;
    private final Instant since;
    private final Instant acceptedAgain;

    /**
     * Creates the exception for a refused call.
     *
     * @param operation the operation of the endpoint
     * @param key the key of the call in the result repository
     * @param count how often the document was sent without a complete response
     * @param since when it was sent first
     * @param acceptedAgain when the same call is accepted again
     */
    public DocprocUnansweredException(String operation, String key, int count, Instant since, Instant acceptedAgain) {
        super(ServiceFailure.local(
                        operation,
                        0,
                        "the document was sent " + count + " times since " + seconds(since)
                                + " without a complete response, so the outcome is unknown and each call may be billed;"
                                + " nothing was sent")
                .withAdvice("the document is accepted again at " + seconds(acceptedAgain)
                        + "; to send it earlier, delete the entry " + key
                        + " of the result repository, set storeResult=false, or increase maxUnansweredCalls"));
        this.count = count;
        this.since = since;
        this.acceptedAgain = acceptedAgain;
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Returns until when a document is refused: 10 minutes after its last call when the maximum is reached, and after
     * each further call twice as long, up to a day.
     *
     * @param count how often the document was sent without a complete response
     * @param last when it was sent last
     * @param maxUnansweredCalls the maximum number of such calls; 0 for unlimited
     * @return empty if the maximum is not reached
     */
    public static Optional<Instant> refusedUntil(int count, Instant last, int maxUnansweredCalls) {
        if (maxUnansweredCalls == 0 || count < maxUnansweredCalls) {
            return Optional.empty();
        }
        Duration refusal = FIRST_REFUSAL.multipliedBy(1L << Math.min(count - maxUnansweredCalls, MAX_DOUBLINGS));
        return Optional.of(last.plus(refusal.compareTo(LONGEST_REFUSAL) < 0 ? refusal : LONGEST_REFUSAL));
    }

    /** Returns how often the document was sent without a complete response. Each call may be billed. */
    public int getCount() {
        return count;
    }

    /** Returns when the first of these calls was sent. */
    public Instant getSince() {
        return since;
    }

    /** Returns when the same call is accepted again. */
    public Instant getAcceptedAgain() {
        return acceptedAgain;
    }
}
