/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Header;

/** What the routes did with each job in this run, and when. */
public final class TimeLines {
    static final String RECEIVED = "received";
    static final String STORED = "result stored";
    static final String FAILED = "failure noted";

    private final Clock clock;
    private final Map<String, List<Moment>> jobs = new ConcurrentHashMap<>();

    /** Something that happened to a job. */
    record Moment(String document, String event, Instant at) {}

    TimeLines(Clock clock) {
        this.clock = clock;
    }

    /** The end of a job has reached the route. */
    public void received(
            @Header("CamelDocprocJobId") String job, @Header("CamelDocprocCorrelationId") String document) {
        note(job, document, RECEIVED);
    }

    /** The route is through with a completed job. */
    public void stored(@Header("CamelDocprocJobId") String job, @Header("CamelDocprocCorrelationId") String document) {
        note(job, document, STORED);
    }

    /** The route is through with a failed job. */
    public void failed(@Header("CamelDocprocJobId") String job, @Header("CamelDocprocCorrelationId") String document) {
        note(job, document, FAILED);
    }

    /** There is no job for the document: its original has failed. */
    public void notSubmitted(@Header("CamelFileName") String document) {
        note("none for " + document, document, FAILED);
    }

    private void note(String job, String document, String event) {
        jobs.compute(job, (id, known) -> {
            List<Moment> moments = new ArrayList<>(known == null ? List.of() : known);
            moments.add(new Moment(document, event, clock.instant()));
            return List.copyOf(moments);
        });
    }

    /** By job id. */
    Map<String, List<Moment>> all() {
        return Map.copyOf(jobs);
    }

    /** How often a result, or a failure, of this document was stored. */
    long ends(String document) {
        return jobs.values().stream()
                .flatMap(List::stream)
                .filter(it -> it.document().equals(document) && !it.event().equals(RECEIVED))
                .count();
    }
}
