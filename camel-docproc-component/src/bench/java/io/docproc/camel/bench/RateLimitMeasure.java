/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures rejected calls and usage of a rate limit, as counted by the service. */
final class RateLimitMeasure {
    private static final double MIN_USAGE = 0.9;
    private static final int SECONDS = 60;
    private static final int TUNED_SECONDS = 20;

    private RateLimitMeasure() {}

    /** Counts of the service. */
    private record Counts(long calls, long rejected, long maxPerSecond, double usage) {}

    static List<Row> run(BenchmarkEnvironment environment) throws IOException, InterruptedException {
        List<Counts> docproc = run(environment, "docproc", SECONDS);
        List<Counts> tuned = run(environment, "tuned", TUNED_SECONDS);
        List<Row> rows = new ArrayList<>();
        for (int index = 0; index < RateLimitJob.RATES.size(); index++) {
            Counts result = docproc.get(index);
            rows.add(Row.of(
                            "rate limit of " + RateLimitJob.RATES.get(index) + " calls per second, " + SECONDS + " s",
                            describe(result),
                            "0 rejected, " + MIN_USAGE + " used",
                            result.rejected == 0 && result.usage >= MIN_USAGE)
                    .withTuned(describe(tuned.get(index)))
                    .withRatio(Row.figure(result.usage) + " of the rate limit"));
        }
        return rows;
    }

    private static String describe(Counts result) {
        return result.calls + " calls, " + result.rejected + " rejected";
    }

    private static List<Counts> run(BenchmarkEnvironment environment, String peer, int seconds)
            throws IOException, InterruptedException {
        warmUp(environment);
        List<long[]> before = counts(environment);
        ChildJvm.withHeap(256).run(environment, RateLimitJob.class, peer, Integer.toString(seconds));
        List<long[]> after = counts(environment);
        List<Counts> result = new ArrayList<>();
        for (int index = 0; index < before.size(); index++) {
            long calls = after.get(index)[0] - before.get(index)[0];
            long rejected = after.get(index)[1] - before.get(index)[1];
            int rate = RateLimitJob.RATES.get(index);
            result.add(new Counts(calls, rejected, after.get(index)[2], calls / (double) (rate * seconds)));
        }
        return result;
    }

    /** Warms up the service, because a cold service accepts calls late and in bursts. */
    private static void warmUp(BenchmarkEnvironment environment) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(environment.rateLimitedUrl(Integer.MAX_VALUE) + "/warm"))
                .POST(BodyPublishers.ofByteArray(new byte[BenchmarkData.SMALL_DOCUMENT]))
                .build();
        for (int call = 0; call < 2_000; call++) {
            http.send(request, BodyHandlers.discarding());
        }
    }

    private static List<long[]> counts(BenchmarkEnvironment environment) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        List<long[]> counts = new ArrayList<>();
        for (int rate : RateLimitJob.RATES) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(environment.service() + "/arrivals/" + rate))
                    .build();
            String report = http.send(request, BodyHandlers.ofString()).body();
            counts.add(
                    Arrays.stream(report.split(" ")).mapToLong(Long::parseLong).toArray());
        }
        return counts;
    }
}
