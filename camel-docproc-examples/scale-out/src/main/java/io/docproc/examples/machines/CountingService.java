/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Local service with the rate limit of the account, which counts calls. */
final class CountingService implements AutoCloseable {
    private static final String OPERATION = "parseSync";
    private static final Pattern LINE = Pattern.compile(OPERATION + " \\S+ (\\d+) ms");
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newHttpClient();
    private final SortedSet<Long> arrivals = new ConcurrentSkipListSet<>();
    private final LocalService service;

    CountingService(int callsPerSecond) throws IOException {
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .packageCalls(Integer.MAX_VALUE)
                        .requestsPerSecond(callsPerSecond)
                        .callLines(this::arrived))
                .start();
    }

    private void arrived(String line) {
        Matcher call = LINE.matcher(line);
        if (call.matches()) {
            arrivals.add(System.nanoTime()
                    - Duration.ofMillis(Long.parseLong(call.group(1))).toNanos());
        }
    }

    MachinesSettings.Account account() {
        return new MachinesSettings.Account(service.baseUrl(), "local-app", "local-secret");
    }

    /**
     * Makes some calls slow, so that they can be met in the middle.
     *
     * @param first the first of them, counted from the first call at all
     */
    void delay(int first, int calls, Duration delay) throws IOException, InterruptedException {
        setFaults("[{\"operation\":\"%s\",\"kind\":\"latency\",\"ms\":%d,\"every\":1,\"first\":%d,\"times\":%d}]"
                .formatted(OPERATION, delay.toMillis(), first, calls));
    }

    /** Plans the faults that are given as the local service takes them. */
    void setFaults(String faults) throws IOException, InterruptedException {
        HttpRequest put = HttpRequest.newBuilder(URI.create(service.baseUrl() + "/_local/faults"))
                .PUT(HttpRequest.BodyPublishers.ofString(faults))
                .build();
        client.send(put, HttpResponse.BodyHandlers.discarding());
    }

    /** Plans a fault that is given as key=value pairs. */
    void plan(String pairs) throws IOException, InterruptedException {
        setFaults(FaultDefinition.parse(pairs).definition().toString());
    }

    /** How many calls have met the fault so far. */
    int struck() throws IOException {
        return read("/_local/faults").path(0).path("struck").asInt();
    }

    /** Calls that were answered, refusals included. */
    int all() throws IOException {
        return read("/_local/calls").path(OPERATION).path("calls").asInt();
    }

    /** Calls that were refused because there were too many (40306). */
    int refused() throws IOException {
        return answered(OPERATION, 40306);
    }

    /** Returns the number of calls of an operation that were answered with a code. */
    int answered(String operation, int code) throws IOException {
        return read("/_local/calls")
                .path(operation)
                .path("outcomes")
                .path(String.valueOf(code))
                .asInt();
    }

    /** The most calls that arrived within one second. */
    int inBusiestSecond() {
        return arrivals.stream()
                .mapToInt(first ->
                        arrivals.subSet(first, first + SECOND.toNanos()).size())
                .max()
                .orElse(0);
    }

    private JsonNode read(String path) throws IOException {
        return JSON.readTree(URI.create(service.baseUrl() + path).toURL());
    }

    @Override
    public void close() {
        service.close();
    }
}
