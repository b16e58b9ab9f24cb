/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Date;
import javax.management.openmbean.TabularData;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;

/** A component that reports its state to the dev console, to meters and, as attributes of its MBean, to JMX. */
public interface ObservedComponent {
    /** Returns the current state of the component. */
    ComponentStatus status();

    /** Returns the number of calls in flight. */
    @ManagedAttribute(description = "Calls in flight, including those that wait for a rate-limit permit")
    default int getCallsInFlight() {
        return status().calls().inFlight();
    }

    /** Returns the number of calls that wait for a thread or a permit. */
    @ManagedAttribute(description = "Calls that wait for a thread or a permit, because of maxConcurrentRequests")
    default int getCallsWaiting() {
        return status().calls().waiting();
    }

    /** Returns the number of calls that succeeded. */
    @ManagedAttribute(description = "Calls that succeeded")
    default long getCallsSucceeded() {
        return status().calls().count(CallOutcome.Outcome.SUCCESS);
    }

    /** Returns the number of calls that a stored result replaced. */
    @ManagedAttribute(description = "Stored results that replaced a call")
    default long getResultsReused() {
        return status().calls().count(CallOutcome.Outcome.REUSED);
    }

    /** Returns the number of calls with an error response. */
    @ManagedAttribute(description = "Calls with an error response, or with a response that is not the service's")
    default long getCallsFailed() {
        return status().calls().count(CallOutcome.Outcome.FAILED);
    }

    /** Returns the number of calls without a response. */
    @ManagedAttribute(description = "Calls without a response")
    default long getCallsWithoutResponse() {
        return status().calls().count(CallOutcome.Outcome.NO_RESPONSE);
    }

    /** Returns the number of calls that the component refused before they were sent. */
    @ManagedAttribute(
            description = "Calls that the component refused before they were sent, for example because of an"
                    + " invalid option or document")
    default long getCallsRefused() {
        return status().calls().count(CallOutcome.Outcome.REFUSED);
    }

    /** Returns the number of calls that were cancelled or failed before they were sent, for another reason. */
    @ManagedAttribute(description = "Calls that were not sent for another reason, such as a stop or a missing permit")
    default long getCallsUnsent() {
        return status().calls().count(CallOutcome.Outcome.UNSENT);
    }

    /** Returns the number of calls that failed with another exception in the component or the application. */
    @ManagedAttribute(description = "Calls that failed with another exception in the component or the application")
    default long getCallsInError() {
        return status().calls().count(CallOutcome.Outcome.ERROR);
    }

    /** Returns the message of the last failed call of all operations; empty if none has failed. */
    @ManagedAttribute(description = "Message of the last failed call, without credentials; empty if none has failed")
    default String getLastError() {
        return status().calls().lastError().map(FailedCall::message).orElse("");
    }

    /** Returns the time of the last failed call; null if none has failed. */
    @ManagedAttribute(description = "Time of the last failed call")
    default Date getLastErrorTime() {
        return status().calls().lastError().map(error -> Date.from(error.at())).orElse(null);
    }

    /** Returns the maximum number of calls per second; 0 = unlimited. */
    @ManagedAttribute(description = "Maximum number of calls per second; 0 = unlimited")
    default double getRateLimitRequestsPerSecond() {
        return status().requestsPerSecond();
    }

    /** Returns the remaining cooldown in milliseconds; 0 if there is none. */
    @ManagedAttribute(
            description = "Remaining cooldown after a rate limit error of the service (40306), in milliseconds")
    default long getRateLimitCooldownRemainingMillis() {
        return status().cooldownRemaining().toMillis();
    }

    /** Returns the number of calls in flight that wait for a rate-limit permit. */
    @ManagedAttribute(description = "Calls in flight that wait for a rate-limit permit")
    default int getRateLimitCallsWaiting() {
        return status().callsWaitingForRateLimit();
    }

    /** Returns the total time in milliseconds that calls have waited for rate-limit permits. */
    @ManagedAttribute(description = "Total time that calls have waited for rate-limit permits, in milliseconds")
    default long getRateLimitWaitMillis() {
        return status().rateLimitWait().toMillis();
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

    /** Returns the number of completions that were already processed, or in process, when they were received. */
    @ManagedAttribute(description = "Completions that were already processed, or in process, when they were received")
    default long getCompletionsDuplicate() {
        return status().completions().count(CompletionCounts.Outcome.DUPLICATE);
    }

    /** Returns the number of completions for which the route or a store failed. */
    @ManagedAttribute(description = "Completions for which the route or a store failed; they can be delivered again")
    default long getCompletionsFailed() {
        return status().completions().count(CompletionCounts.Outcome.FAILED);
    }

    /** Returns the number of callbacks and completions that were not accepted. */
    @ManagedAttribute(
            description = "Callbacks and completions that were not accepted, for example because of their signature")
    default long getCompletionsRefused() {
        return status().completions().count(CompletionCounts.Outcome.REFUSED);
    }

    /** Returns a table with one row for each operation, outcome and code that has occurred. */
    @ManagedOperation(description = "Number and durations of the calls, by operation, outcome and code")
    default TabularData callStatistics() {
        return CallTabularData.of(status().calls());
    }
}
