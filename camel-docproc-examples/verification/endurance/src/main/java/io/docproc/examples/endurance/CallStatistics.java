/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;

/** Counts started, succeeded and failed exchanges by operation. */
final class CallStatistics {
    private static final int MAX_PROBLEMS = 20;

    private final Map<String, Tally> tallies = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    private static final class Tally {
        private long started;
        private long succeeded;
        private long unitsOfWork;
        private final Map<String, Long> failed = new TreeMap<>();

        private long failures() {
            return failed.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    synchronized void started(String operation) {
        tally(operation).started++;
    }

    /** Records that the asynchronous callback of an exchange was called. */
    synchronized void ended(String operation, Exchange exchange) {
        Exception failure = exchange.getException();
        if (failure == null) {
            tally(operation).succeeded++;
        } else {
            tally(operation).failed.merge(reason(failure), 1L, Long::sum);
        }
    }

    /** Records that Camel completed the unit of work of an exchange. */
    synchronized void unitOfWorkEnded(String operation) {
        tally(operation).unitsOfWork++;
    }

    private Tally tally(String operation) {
        return tallies.computeIfAbsent(operation, it -> new Tally());
    }

    /** Returns the service's code; without one, the exception type, and for transport errors also its cause. */
    private static String reason(Exception failure) {
        if (failure instanceof DocprocException known && known.getCode() != 0) {
            return String.valueOf(known.getCode());
        }
        boolean noAnswer = failure instanceof DocprocTransportException && failure.getCause() != null;
        return kind(failure) + (noAnswer ? "/" + kind(failure.getCause()) : "");
    }

    private static String kind(Throwable failure) {
        return failure.getClass().getSimpleName().replaceAll("^Docproc|Exception$", "");
    }

    /** Records a violated expectation. */
    synchronized void addProblem(String problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** Returns the number of completed exchanges. */
    synchronized long ended() {
        return tallies.values().stream()
                .mapToLong(it -> it.succeeded + it.failures())
                .sum();
    }

    /** Returns the number of failed exchanges. */
    synchronized long failed() {
        return tallies.values().stream().mapToLong(Tally::failures).sum();
    }

    /** Returns the recorded problems and all counters that do not match. Call only while no exchange is in flight. */
    synchronized List<String> problems() {
        List<String> all = new ArrayList<>(problems);
        tallies.forEach((operation, it) -> {
            if (it.started != it.succeeded + it.failures()) {
                all.add(operation + ": " + it.started + " started, " + (it.succeeded + it.failures()) + " ended");
            }
            if (it.started != it.unitsOfWork) {
                all.add(operation + ": " + it.started + " started, " + it.unitsOfWork + " units of work ended");
            }
        });
        return all;
    }

    /** Returns one line for each operation and a total. */
    synchronized List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%-12s %9s %9s %9s", "operation", "started", "succeeded", "failed"));
        Tally sum = new Tally();
        tallies.forEach((operation, it) -> {
            lines.add(line(operation, it));
            sum.started += it.started;
            sum.succeeded += it.succeeded;
            it.failed.forEach((reason, times) -> sum.failed.merge(reason, times, Long::sum));
        });
        lines.add(line("all", sum));
        return lines;
    }

    private static String line(String operation, Tally tally) {
        return String.format(
                        Locale.ROOT, "%-12s %9d %9d %9d  ", operation, tally.started, tally.succeeded, tally.failures())
                + tally.failed.entrySet().stream()
                        .map(it -> it.getKey() + ": " + it.getValue())
                        .collect(Collectors.joining(", "));
    }
}
