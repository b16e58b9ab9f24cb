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
        line(text, "    Calls waiting for a permit: %d", status.calls().waiting());
        line(text, "    Calls waiting for a rate-limit permit: %d", status.callsWaitingForRateLimit());
        line(
                text,
                "    Total wait for rate-limit permits: %d ms",
                status.rateLimitWait().toMillis());
        line(text, "    Maximum calls per second: %s", limit(status.requestsPerSecond()));
        line(text, "    Remaining cooldown: %d ms", status.cooldownRemaining().toMillis());
        status.jobsPending().ifPresent(jobs -> line(text, "    Pending jobs: %d", jobs));
        CompletionCounts completions = status.completions();
        line(
                text,
                "    Completions: processed %d, duplicate %d, failed %d, refused %d",
                completions.count(CompletionCounts.Outcome.PROCESSED),
                completions.count(CompletionCounts.Outcome.DUPLICATE),
                completions.count(CompletionCounts.Outcome.FAILED),
                completions.count(CompletionCounts.Outcome.REFUSED));
        status.calls().operations().forEach((operation, statistics) -> {
            if (statistics.count() > 0) {
                write(operation, statistics, text);
            }
        });
    }

    private static String limit(double requestsPerSecond) {
        return requestsPerSecond == 0 ? "unlimited" : String.valueOf(requestsPerSecond);
    }

    private static void write(String operation, OperationStatistics statistics, StringBuilder text) {
        line(
                text,
                "    %s: calls %d, last %d ms",
                operation,
                statistics.count(),
                statistics.last().toMillis());
        statistics
                .outcomes()
                .forEach((outcome, timings) -> line(
                        text,
                        "        %s %s: calls %d, mean %d ms, max %d ms",
                        outcome.outcome(),
                        outcome.code(),
                        timings.count(),
                        timings.mean().toMillis(),
                        timings.max().toMillis()));
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
        json.put("rateLimit", rateLimit(status));
        status.jobsPending().ifPresent(jobs -> json.put("jobsPending", jobs));
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

    private static JsonObject rateLimit(ComponentStatus status) {
        JsonObject json = new JsonObject();
        json.put("requestsPerSecond", status.requestsPerSecond());
        json.put("cooldownRemainingMillis", status.cooldownRemaining().toMillis());
        json.put("callsWaiting", status.callsWaitingForRateLimit());
        json.put("waitMillis", status.rateLimitWait().toMillis());
        return json;
    }

    private static JsonObject completions(CompletionCounts completions) {
        JsonObject json = new JsonObject();
        for (CompletionCounts.Outcome outcome : CompletionCounts.Outcome.values()) {
            json.put(outcome.toString(), completions.count(outcome));
        }
        return json;
    }

    private static JsonObject json(String operation, OperationStatistics statistics) {
        JsonObject json = new JsonObject();
        json.put("operation", operation);
        json.put("count", statistics.count());
        json.put("lastMillis", statistics.last().toMillis());
        JsonArray outcomes = new JsonArray();
        statistics.rows().forEach(row -> outcomes.add(new JsonObject(row)));
        json.put("outcomes", outcomes);
        statistics.lastError().ifPresent(error -> json.put("lastError", json(error)));
        return json;
    }

    private static JsonObject json(FailedCall error) {
        JsonObject json = new JsonObject();
        json.put("time", error.at().toString());
        json.put("outcome", error.outcome().outcome().toString());
        json.put("code", error.outcome().code());
        json.put("type", error.type());
        json.put("message", error.message());
        json.put("requestId", error.requestId());
        return json;
    }
}
