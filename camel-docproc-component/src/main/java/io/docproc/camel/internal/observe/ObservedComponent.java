/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.http.CallOutcome;
import io.docproc.camel.internal.webhook.CompletionCounts;
import org.apache.camel.api.management.ManagedAttribute;

/** A component that reports its state to the dev console, to meters and, as attributes of its MBean, to JMX. */
public interface ObservedComponent {
    /** Returns the current state of the component. */
    ComponentStatus status();

    /** Returns the number of calls in flight. */
    @ManagedAttribute(description = "Calls in flight, including those that wait for a rate-limit permit")
    default int getCallsInFlight() {
        return status().calls().inFlight();
    }

    /** Returns the number of calls that wait for a permit. */
    @ManagedAttribute(description = "Calls that wait for a permit, because of maxConcurrentRequests")
    default int getCallsWaiting() {
        return status().calls().waiting();
    }

    /** Returns the number of calls that succeeded. */
    @ManagedAttribute(description = "Calls that succeeded")
    default long getCallsSucceeded() {
        return status().calls().count(CallOutcome.Outcome.SUCCESS);
    }

    /** Returns the number of calls that did not succeed, for whatever reason. */
    @ManagedAttribute(description = "Calls that did not succeed, for whatever reason")
    default long getCallsFailed() {
        return status().calls().counts().values().stream()
                        .mapToLong(Long::longValue)
                        .sum()
                - getCallsSucceeded()
                - status().calls().count(CallOutcome.Outcome.REUSED);
    }

    /** Returns time and message of the last failed call of all operations; empty if none has failed. */
    @ManagedAttribute(description = "Time and message of the last failed call; empty if none has failed")
    default String getLastError() {
        return status().calls().lastError();
    }

    /** Returns the remaining cooldown in milliseconds; 0 if there is none. */
    @ManagedAttribute(
            description = "Remaining cooldown after a rate limit error of the service (40306), in milliseconds")
    default long getRateLimitCooldownRemainingMillis() {
        return status().cooldownRemaining().toMillis();
    }

    /**
     * Returns the number of submitted jobs that are not completed; -1 without a job repository, or if it cannot be
     * read.
     */
    @ManagedAttribute(description = "Submitted parse jobs that are not completed; -1 without a readable job repository")
    default int getJobsPending() {
        return status().jobsPending().orElse(-1);
    }

    /** Returns the number of completions that the routes have processed. */
    @ManagedAttribute(description = "Completions of parse jobs that the route has processed")
    default long getCompletionsProcessed() {
        return status().completions().count(CompletionCounts.Outcome.PROCESSED);
    }
}
