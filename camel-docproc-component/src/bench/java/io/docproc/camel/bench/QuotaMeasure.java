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

/** How well a quota is kept and how much of it is used, as the service counts. */
final class QuotaMeasure {
    private static final double USED = 0.97;
    private static final int SECONDS = 60;
    private static final int SECONDS_OF_TUNED = 20;

    private QuotaMeasure() {}

    /** What the service has counted. */
    private record Counted(long calls, long refused, long mostInASecond, double used) {}

    static List<Row> take(Lab lab) throws IOException, InterruptedException {
        List<Counted> docproc = run(lab, "docproc", SECONDS);
        List<Counted> tuned = run(lab, "tuned", SECONDS_OF_TUNED);
        List<Row> rows = new ArrayList<>();
        for (int index = 0; index < QuotaJob.QUOTAS.size(); index++) {
            Counted counted = docproc.get(index);
            rows.add(Row.of(
                            "quota of " + QuotaJob.QUOTAS.get(index) + " calls per second, " + SECONDS + " s",
                            describe(counted),
                            "0 refused, " + USED + " used",
                            counted.refused == 0 && counted.used >= USED)
                    .withTuned(describe(tuned.get(index)))
                    .withRatio(Row.figure(counted.used) + " of the quota"));
        }
        return rows;
    }

    private static String describe(Counted counted) {
        return counted.calls + " calls, " + counted.refused + " refused";
    }

    private static List<Counted> run(Lab lab, String peer, int seconds) throws IOException, InterruptedException {
        warmUp(lab);
        List<long[]> before = counts(lab);
        ChildJvm.withHeap(256).run(lab, QuotaJob.class, peer, Integer.toString(seconds));
        List<long[]> after = counts(lab);
        List<Counted> counted = new ArrayList<>();
        for (int index = 0; index < before.size(); index++) {
            long calls = after.get(index)[0] - before.get(index)[0];
            long refused = after.get(index)[1] - before.get(index)[1];
            int quota = QuotaJob.QUOTAS.get(index);
            counted.add(new Counted(calls, refused, after.get(index)[2], calls / (double) (quota * seconds)));
        }
        return counted;
    }

    /** A service that is cold counts what came in good time as if it had come late, all at once. */
    private static void warmUp(Lab lab) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create(lab.counting(Integer.MAX_VALUE) + "/warm"))
                .POST(BodyPublishers.ofByteArray(new byte[Material.SMALL_DOCUMENT]))
                .build();
        for (int call = 0; call < 2_000; call++) {
            http.send(request, BodyHandlers.discarding());
        }
    }

    private static List<long[]> counts(Lab lab) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        List<long[]> counts = new ArrayList<>();
        for (int quota : QuotaJob.QUOTAS) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(lab.service() + "/arrivals/" + quota))
                    .build();
            String report = http.send(request, BodyHandlers.ofString()).body();
            counts.add(
                    Arrays.stream(report.split(" ")).mapToLong(Long::parseLong).toArray());
        }
        return counts;
    }
}
