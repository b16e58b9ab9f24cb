/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Submitted parse jobs and processed completions, one bit each, so that a run can take hours. */
final class SoakJobs {
    private static final int REMEMBERED = 64;
    private static final int FAILS_EACH = 20;

    private final CallStatistics statistics;
    private final BitSet submitted = new BitSet();
    private final BitSet routed = new BitSet();
    private final AtomicReferenceArray<Submission> recent = new AtomicReferenceArray<>(REMEMBERED);
    private int numbers;
    private long completions;
    private long rejections;

    /** A job that the service accepted, and its document. */
    record Submission(String jobId, GeneratedDocument document) {}

    /** @param statistics receives the problems */
    SoakJobs(CallStatistics statistics) {
        this.statistics = statistics;
    }

    /** Returns the number of the next job. */
    synchronized int next() {
        return numbers++;
    }

    /** Records that the service accepted a job. */
    synchronized void submitted(int number, Submission submission) {
        submitted.set(number);
        recent.set(number % REMEMBERED, submission);
    }

    /** Records that the route processed the completion of a job. */
    synchronized void routed(int number) {
        if (routed.get(number)) {
            statistics.addProblem("job " + number + " was processed twice");
        }
        routed.set(number);
    }

    /** Returns true if the route has to fail this time. */
    synchronized boolean isToFail() {
        boolean fails = ++completions % FAILS_EACH == 0;
        rejections += fails ? 1 : 0;
        return fails;
    }

    void addProblem(String problem) {
        statistics.addProblem(problem);
    }

    /** Returns a recently submitted job; empty if the randomly chosen slot has none. */
    Optional<Submission> recent(int random) {
        return Optional.ofNullable(recent.get(random % REMEMBERED));
    }

    /** Reports accepted jobs without a completion. */
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
                + " more processed whose submission had no response; the route failed " + rejections
                + " times on purpose";
    }
}
