/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;
import java.util.List;
import org.apache.camel.Service;

/**
 * Remembers the parse jobs that were submitted and have not ended, so that a lost callback loses no job. Several nodes
 * may share a log: a claim lets one of them at a time work on a job's end, and runs out when its node is gone.
 *
 * <p>Implementations are safe for use by several threads. A failing store throws an unchecked exception.
 */
public interface JobLog extends Service {

    /** Whether a claim was won. */
    enum Claim {
        /** The claim is the caller's until it runs out. */
        TAKEN,
        /** Another node works on the job. */
        BUSY,
        /** The log does not know the job, or no longer. */
        UNKNOWN
    }

    /** Remembers a job that the service has just taken. A job that is known already stays as it is. */
    void submitted(SubmittedJob job);

    /**
     * Claims a job, or extends a claim that the owner holds.
     *
     * @param owner who claims, unique to a node
     * @param now the time
     * @param until when the claim runs out
     */
    Claim claim(String jobId, String owner, Instant now, Instant until);

    /** Gives a claim up, counts a question and puts the next one off. Without effect where another owner has the claim. */
    void askAgain(String jobId, String owner, Instant at);

    /** Gives a claim up without having learnt anything, so that anybody may try at once. */
    void release(String jobId, String owner);

    /** Forgets a job whose end the route has processed. */
    void completed(String jobId);

    /**
     * Jobs whose callback should have come, and about which it is time to ask, the oldest first.
     *
     * @param path the path of the consumer that waits
     * @param submittedBefore only jobs that are older
     * @param now only jobs whose next question is not put off, and which nobody has claimed, at this time
     * @param most how many at most
     */
    List<SubmittedJob> overdue(String path, Instant submittedBefore, Instant now, int most);

    /** How many jobs are waited for. */
    int size();
}
