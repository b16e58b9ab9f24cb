/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Which parse jobs were submitted, and which completions the route has processed; a bit for each, so that it may take hours. */
final class SoakJobs {
    private static final int REMEMBERED = 64;
    private static final int FAILS_EACH = 20;

    private final CallStatistics statistics;
    private final BitSet submitted = new BitSet();
    private final BitSet routed = new BitSet();
    private final AtomicReferenceArray<String> lastIds = new AtomicReferenceArray<>(REMEMBERED);
    private int numbers;
    private long completions;
    private long rejections;

    /** @param statistics is told what must not happen */
    SoakJobs(CallStatistics statistics) {
        this.statistics = statistics;
    }

    /** A job's number, before it is submitted. */
    synchronized int next() {
        return numbers++;
    }

    /** The service has taken a job. */
    synchronized void submitted(int number, String jobId) {
        submitted.set(number);
        lastIds.set(number % REMEMBERED, jobId);
    }

    /** The route has processed a job's end. */
    synchronized void routed(int number) {
        if (routed.get(number)) {
            statistics.addProblem("job " + number + " was processed twice");
        }
        routed.set(number);
    }

    /** Whether the route is to fail this time, as routes do now and then. */
    synchronized boolean isToFail() {
        boolean fails = ++completions % FAILS_EACH == 0;
        rejections += fails ? 1 : 0;
        return fails;
    }

    void addProblem(String problem) {
        statistics.addProblem(problem);
    }

    /** The id of a job that was submitted of late. */
    Optional<String> someId(int random) {
        return Optional.ofNullable(lastIds.get(random % REMEMBERED));
    }

    /** Complains of jobs that the service has taken and whose end has not come. */
    synchronized void reportMissing() {
        BitSet missing = (BitSet) submitted.clone();
        missing.andNot(routed);
        if (!missing.isEmpty()) {
            statistics.addProblem(
                    missing.cardinality() + " jobs have no completion, the first is " + missing.nextSetBit(0));
        }
    }

    synchronized String sentence() {
        BitSet unanswered = (BitSet) routed.clone();
        unanswered.andNot(submitted);
        return submitted.cardinality() + " jobs submitted, " + (routed.cardinality() - unanswered.cardinality())
                + " of them processed once each; " + unanswered.cardinality()
                + " more processed whose submission had got no answer; the route failed " + rejections
                + " times on purpose";
    }
}
