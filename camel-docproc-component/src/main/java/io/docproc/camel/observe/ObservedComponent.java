/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.util.Date;
import javax.management.openmbean.TabularData;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;

/** A component that tells how it does: to the dev console, to meters, and as attributes of its MBean to JMX. */
public interface ObservedComponent {
    /** How the component does. */
    ComponentStatus status();

    /** How many calls are in flight. */
    @ManagedAttribute(description = "Calls in flight, those that wait for their turn within the quota included")
    default int getCallsInFlight() {
        return status().calls().inFlight();
    }

    /** How many callers wait for a place. */
    @ManagedAttribute(description = "Callers that wait for a place, because maxConcurrentRequests calls are in flight")
    default int getCallsWaiting() {
        return status().calls().waiting();
    }

    /** How many calls have succeeded. */
    @ManagedAttribute(description = "Calls that succeeded")
    default long getCallsSucceeded() {
        return status().calls().count(CallEnd.Outcome.SUCCESS);
    }

    /** How many calls the service has answered with a failure. */
    @ManagedAttribute(description = "Calls that the service answered with a failure")
    default long getCallsFailed() {
        return status().calls().count(CallEnd.Outcome.FAILED);
    }

    /** How many calls have brought no answer. */
    @ManagedAttribute(description = "Calls that brought no answer")
    default long getCallsUnanswered() {
        return status().calls().count(CallEnd.Outcome.UNANSWERED);
    }

    /** How many calls the component has refused before they were sent. */
    @ManagedAttribute(description = "Calls that the component refused before they were sent")
    default long getCallsRefused() {
        return status().calls().count(CallEnd.Outcome.REFUSED);
    }

    /** How many calls have ended before the component tried to reach the service. */
    @ManagedAttribute(description = "Calls that ended before the service was tried: stopped, interrupted, no thread")
    default long getCallsUnsent() {
        return status().calls().count(CallEnd.Outcome.UNSENT);
    }

    /** How many calls have ended with an error on this side. */
    @ManagedAttribute(description = "Calls that ended with another error on this side")
    default long getCallsInError() {
        return status().calls().count(CallEnd.Outcome.ERROR);
    }

    /** The message of the call that failed last, of all operations; empty when none has. */
    @ManagedAttribute(description = "Message of the call that failed last, without credentials")
    default String getLastError() {
        return status().calls().lastError().map(CallError::message).orElse("");
    }

    /** When a call failed last; null when none has, as JMX has it. */
    @ManagedAttribute(description = "When a call failed last")
    default Date getLastErrorTime() {
        return status().calls().lastError().map(error -> Date.from(error.at())).orElse(null);
    }

    /** How many calls may start in a second. */
    @ManagedAttribute(description = "Calls that may start in a second; 0 for no limit")
    default double getQuotaRequestsPerSecond() {
        return status().requestsPerSecond();
    }

    /** How long calls are still held back, in milliseconds. */
    @ManagedAttribute(description = "Milliseconds for which calls are still held back after a refusal for their number")
    default long getQuotaCooldownLeftMillis() {
        return status().cooldownLeft().toMillis();
    }

    /** How many of the calls in flight wait for their turn. */
    @ManagedAttribute(description = "Calls in flight that wait for their turn within the quota")
    default int getQuotaCallsWaiting() {
        return status().callsWaitingForTurn();
    }

    /** How long calls have waited for their turns, all together, in milliseconds. */
    @ManagedAttribute(description = "Milliseconds that calls have waited for their turns, all together")
    default long getQuotaWaitedMillis() {
        return status().waitedForTurns().toMillis();
    }

    /** How many submitted jobs are waited for; -1 without a job log, and when it cannot be read. */
    @ManagedAttribute(description = "Submitted parse jobs whose end is waited for; -1 without a readable job log")
    default int getJobsWaiting() {
        return status().jobsWaiting().orElse(-1);
    }

    /** How many completions the routes have processed. */
    @ManagedAttribute(description = "Completions of parse jobs that the route has processed")
    default long getCompletionsProcessed() {
        return status().completions().processed();
    }

    /** How many completions came again. */
    @ManagedAttribute(description = "Completions that were, or were being, processed already")
    default long getCompletionsDuplicate() {
        return status().completions().duplicate();
    }

    /** How many completions the route, or a store, has failed on. */
    @ManagedAttribute(description = "Completions on which the route or a store failed")
    default long getCompletionsFailed() {
        return status().completions().failed();
    }

    /** How many callbacks were not taken. */
    @ManagedAttribute(description = "Callbacks that were not taken: not signed, not a completion, too large")
    default long getCompletionsRefused() {
        return status().completions().refused();
    }

    /** A row for each operation and way to end that has occurred. */
    @ManagedOperation(description = "Counts and times of the calls, by operation, outcome and code")
    default TabularData callStatistics() {
        return CallTable.of(status().calls());
    }
}
