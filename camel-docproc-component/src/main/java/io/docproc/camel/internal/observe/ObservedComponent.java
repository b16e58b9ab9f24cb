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
    @ManagedAttribute(description = "Calls in flight, those that wait for their turn within the quota included")
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
    @ManagedAttribute(description = "Stored results that took the place of a call")
    default long getResultsReused() {
        return status().calls().count(CallOutcome.Outcome.REUSED);
    }

    /** Returns the number of calls with a failure response. */
    @ManagedAttribute(description = "Calls that the service answered with a failure")
    default long getCallsFailed() {
        return status().calls().count(CallOutcome.Outcome.FAILED);
    }

    /** Returns the number of calls without a response. */
    @ManagedAttribute(description = "Calls that brought no answer")
    default long getCallsUnanswered() {
        return status().calls().count(CallOutcome.Outcome.UNANSWERED);
    }

    /** Returns the number of calls that the component rejected before they were sent. */
    @ManagedAttribute(description = "Calls that the component refused before they were sent")
    default long getCallsRefused() {
        return status().calls().count(CallOutcome.Outcome.REFUSED);
    }

    /** Returns the number of calls that ended before they were sent, for a reason other than the call itself. */
    @ManagedAttribute(description = "Calls that ended before the service was tried: stopped, interrupted, no thread")
    default long getCallsUnsent() {
        return status().calls().count(CallOutcome.Outcome.UNSENT);
    }

    /** Returns the number of calls that ended with another exception in the component or the application. */
    @ManagedAttribute(description = "Calls that ended with another error on this side")
    default long getCallsInError() {
        return status().calls().count(CallOutcome.Outcome.ERROR);
    }

    /** Returns the message of the last failed call of all operations; empty if none has failed. */
    @ManagedAttribute(description = "Message of the call that failed last, without credentials")
    default String getLastError() {
        return status().calls().lastError().map(FailedCall::message).orElse("");
    }

    /** Returns the time of the last failed call; null if none has failed. */
    @ManagedAttribute(description = "When a call failed last")
    default Date getLastErrorTime() {
        return status().calls().lastError().map(error -> Date.from(error.at())).orElse(null);
    }

    /** Returns the maximum number of calls per second; 0 for no limit. */
    @ManagedAttribute(description = "Calls that may start in a second; 0 for no limit")
    default double getQuotaRequestsPerSecond() {
        return status().requestsPerSecond();
    }

    /** Returns the remaining cooldown in milliseconds; 0 if there is none. */
    @ManagedAttribute(description = "Milliseconds for which calls are still held back after a refusal for their number")
    default long getQuotaCooldownLeftMillis() {
        return status().cooldownLeft().toMillis();
    }

    /** Returns the number of calls in flight that wait for a rate-limit permit. */
    @ManagedAttribute(description = "Calls in flight that wait for their turn within the quota")
    default int getQuotaCallsWaiting() {
        return status().callsWaitingForTurn();
    }

    /** Returns the total time in milliseconds that calls have waited for rate-limit permits. */
    @ManagedAttribute(description = "Milliseconds that calls have waited for their turns, all together")
    default long getQuotaWaitedMillis() {
        return status().waitedForTurns().toMillis();
    }

    /**
     * Returns the number of submitted jobs that are not completed; -1 without a job repository, or if it cannot be
     * read.
     */
    @ManagedAttribute(
            description = "Submitted parse jobs whose end is waited for; -1 without a readable job repository")
    default int getJobsWaiting() {
        return status().jobsWaiting().orElse(-1);
    }

    /** Returns the number of completions that the routes have processed. */
    @ManagedAttribute(description = "Completions of parse jobs that the route has processed")
    default long getCompletionsProcessed() {
        return status().completions().processed();
    }

    /** Returns the number of completions that were, or were being, processed already. */
    @ManagedAttribute(description = "Completions that were, or were being, processed already")
    default long getCompletionsDuplicate() {
        return status().completions().duplicate();
    }

    /** Returns the number of completions on which the route or a store failed. */
    @ManagedAttribute(description = "Completions on which the route or a store failed")
    default long getCompletionsFailed() {
        return status().completions().failed();
    }

    /** Returns the number of callbacks and completions that were not accepted. */
    @ManagedAttribute(description = "Callbacks that were not taken: not signed, not a completion, too large")
    default long getCompletionsRefused() {
        return status().completions().refused();
    }

    /** Returns a table with one row for each operation, outcome and code that has occurred. */
    @ManagedOperation(description = "Counts and times of the calls, by operation, outcome and code")
    default TabularData callStatistics() {
        return CallTabularData.of(status().calls());
    }
}
