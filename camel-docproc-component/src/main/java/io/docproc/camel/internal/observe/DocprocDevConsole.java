/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.spi.annotations.DevConsole;
import org.apache.camel.support.console.AbstractDevConsole;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/** Dev console {@code docproc}. Shows the calls, rate limits, open jobs and completions of each component. */
@DevConsole(name = "docproc", displayName = "Docproc", description = "Calls to the document-processing service")
public final class DocprocDevConsole extends AbstractDevConsole {

    /** Creates the console. Called by Camel. */
    public DocprocDevConsole() {
        super("docproc", "docproc", "Docproc", "Calls to the document-processing service");
    }

    private Map<String, ComponentStatus> components() {
        Map<String, ComponentStatus> components = new TreeMap<>();
        for (String name : getCamelContext().getComponentNames()) {
            if (getCamelContext().hasComponent(name) instanceof ObservedComponent observed) {
                components.put(name, observed.status());
            }
        }
        return components;
    }

    @Override
    protected String doCallText(Map<String, Object> options) {
        StringBuilder text = new StringBuilder();
        components().forEach((name, status) -> write(name, status, text));
        return text.toString();
    }

    private static void write(String name, ComponentStatus status, StringBuilder text) {
        line(text, "%s:", name);
        line(text, "    Calls in flight: %d", status.calls().inFlight());
        line(text, "    Callers waiting for a place: %d", status.calls().waiting());
        line(text, "    Calls waiting for their turn: %d", status.callsWaitingForTurn());
        line(
                text,
                "    Waited for turns, all together: %d ms",
                status.waitedForTurns().toMillis());
        line(text, "    Calls per second: %s", limit(status.requestsPerSecond()));
        line(text, "    Cooldown left: %d ms", status.cooldownLeft().toMillis());
        status.jobsWaiting().ifPresent(jobs -> line(text, "    Jobs waiting: %d", jobs));
        CompletionCounts completions = status.completions();
        line(
                text,
                "    Completions: processed %d, duplicate %d, failed %d, refused %d",
                completions.processed(),
                completions.duplicate(),
                completions.failed(),
                completions.refused());
        status.calls().operations().forEach((operation, statistics) -> {
            if (statistics.count() > 0) {
                write(operation, statistics, text);
            }
        });
    }

    private static String limit(double requestsPerSecond) {
        return requestsPerSecond == 0 ? "no limit" : String.valueOf(requestsPerSecond);
    }

    private static void write(String operation, OperationStatistics statistics, StringBuilder text) {
        line(
                text,
                "    %s: calls %d, last %d ms",
                operation,
                statistics.count(),
                statistics.last().toMillis());
        statistics
                .ends()
                .forEach((end, figures) -> line(
                        text,
                        "        %s %s: calls %d, mean %d ms, max %d ms",
                        end.outcome(),
                        end.code(),
                        figures.count(),
                        figures.mean().toMillis(),
                        figures.max().toMillis()));
        statistics
                .lastError()
                .ifPresent(error ->
                        line(text, "        last error: %s %s: %s", error.at(), error.type(), error.message()));
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(format.formatted(values)).append('\n');
    }

    @Override
    protected Map<String, Object> doCallJson(Map<String, Object> options) {
        JsonArray components = new JsonArray();
        components().forEach((name, status) -> components.add(json(name, status)));
        return new JsonObject(Map.of("components", components));
    }

    private static JsonObject json(String name, ComponentStatus status) {
        JsonObject json = new JsonObject();
        json.put("name", name);
        json.put("callsInFlight", status.calls().inFlight());
        json.put("callsWaiting", status.calls().waiting());
        json.put("quota", quota(status));
        status.jobsWaiting().ifPresent(jobs -> json.put("jobsWaiting", jobs));
        json.put("completions", completions(status.completions()));
        JsonArray operations = new JsonArray();
        status.calls().operations().forEach((operation, statistics) -> {
            if (statistics.count() > 0) {
                operations.add(json(operation, statistics));
            }
        });
        json.put("operations", operations);
        return json;
    }

    private static JsonObject quota(ComponentStatus status) {
        JsonObject json = new JsonObject();
        json.put("requestsPerSecond", status.requestsPerSecond());
        json.put("cooldownLeftMillis", status.cooldownLeft().toMillis());
        json.put("callsWaiting", status.callsWaitingForTurn());
        json.put("waitedMillis", status.waitedForTurns().toMillis());
        return json;
    }

    private static JsonObject completions(CompletionCounts completions) {
        JsonObject json = new JsonObject();
        json.put("processed", completions.processed());
        json.put("duplicate", completions.duplicate());
        json.put("failed", completions.failed());
        json.put("refused", completions.refused());
        return json;
    }

    private static JsonObject json(String operation, OperationStatistics statistics) {
        JsonObject json = new JsonObject();
        json.put("operation", operation);
        json.put("count", statistics.count());
        json.put("lastMillis", statistics.last().toMillis());
        JsonArray ends = new JsonArray();
        statistics.ends().forEach((end, figures) -> ends.add(json(end, figures)));
        json.put("ends", ends);
        statistics.lastError().ifPresent(error -> json.put("lastError", json(error)));
        return json;
    }

    private static JsonObject json(CallOutcome end, CallTimings figures) {
        JsonObject json = new JsonObject();
        json.put("outcome", end.outcome().toString());
        json.put("code", end.code());
        json.put("count", figures.count());
        json.put("totalMillis", figures.total().toMillis());
        json.put("maxMillis", figures.max().toMillis());
        return json;
    }

    private static JsonObject json(FailedCall error) {
        JsonObject json = new JsonObject();
        json.put("time", error.at().toString());
        json.put("outcome", error.end().outcome().toString());
        json.put("code", error.end().code());
        json.put("type", error.type());
        json.put("message", error.message());
        json.put("requestId", error.requestId());
        return json;
    }
}
