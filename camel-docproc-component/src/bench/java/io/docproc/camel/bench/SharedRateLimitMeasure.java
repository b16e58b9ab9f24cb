/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.SharedRateLimitNodes.Figures;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import redis.embedded.RedisServer;

/**
 * Measures a rate limit that four nodes share, on PostgreSQL and on Redis. One node is killed after a third of the time.
 * After two thirds of the time, the service rejects one call for its rate.
 */
final class SharedRateLimitMeasure {
    private static final int NODES = 4;
    private static final int SECONDS = 60;
    /** Time in seconds in which nodes that make calls warm up. */
    private static final int WARM_UP = 5;

    private static final double MIN_USAGE = 0.9;
    private static final double MAX_ROUND_TRIPS = 4;
    private static final double MAX_CPU = 0.1;
    private static final String LOCAL = "local";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BenchmarkEnvironment environment;
    private final int rate;

    private SharedRateLimitMeasure(BenchmarkEnvironment environment, int rate) {
        this.environment = environment;
        this.rate = rate;
    }

    /** Result of a run: the arrivals at the service, and the figures of the nodes while all of them ran. */
    private record Result(Arrivals arrivals, Figures figures, double seconds) {
        /** Returns the CPU time of a node as a share of a core. */
        double cpu() {
            return figures.cpuMillis() / 1000 / seconds / NODES;
        }

        double roundTrips() {
            return figures.roundTrips() / figures.calls();
        }
    }

    static List<Row> run(BenchmarkEnvironment environment) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
            rows.addAll(run(environment, "PostgreSQL", postgres.getJdbcUrl("postgres", "postgres")));
        }
        int port = freePort();
        RedisServer redis = new RedisServer(port);
        redis.start();
        try {
            rows.addAll(run(environment, "Redis", "redis://127.0.0.1:" + port));
        } finally {
            redis.stop();
        }
        return rows;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static List<Row> run(BenchmarkEnvironment environment, String store, String url)
            throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        rows.addAll(new SharedRateLimitMeasure(environment, 10).rows(store, url));
        SharedRateLimitMeasure fast = new SharedRateLimitMeasure(environment, 200);
        rows.addAll(fast.rows(store, url));
        rows.add(fast.cpu(store, url));
        return rows;
    }

    private List<Row> rows(String store, String url) throws IOException, InterruptedException {
        Result result = run(url, rate);
        Arrivals arrivals = result.arrivals;
        String measure = "shared rate limit, " + NODES + " nodes, " + rate + " calls per second, " + store + ": ";
        double usage = arrivals.count(SECONDS) / (rate * (SECONDS - SharedRateLimitNode.COOLDOWN_MILLIS / 1000.0));
        double afterKill = arrivals.rate(SECONDS / 3.0 + 2, SECONDS / 3.0 + 12) / rate;
        return List.of(
                Row.of(
                        measure + "arrivals in the busiest second",
                        Long.toString(arrivals.busiestSecond()),
                        "at most " + rate,
                        arrivals.busiestSecond() <= rate),
                atLeast(measure + "used", usage, MIN_USAGE),
                atLeast(measure + "used, from 2 to 12 s after a node is killed", afterKill, MIN_USAGE),
                Row.of(
                        measure + "calls in the cooldown of " + SharedRateLimitNode.COOLDOWN_MILLIS + " ms",
                        arrivals.duringCooldown(),
                        "none after 1 s",
                        arrivals.lastOfCooldown() < 1),
                atMost(measure + "round trips per call", result.roundTrips(), MAX_ROUND_TRIPS));
    }

    /** Compares the CPU time with that of the same calls whose rate each node limits itself. */
    private Row cpu(String store, String url) throws IOException, InterruptedException {
        double shared = run(url, rate).cpu();
        double local = run(LOCAL, rate / (double) NODES).cpu();
        return atMost(
                "shared rate limit, " + NODES + " nodes, " + rate + " calls per second, " + store
                        + ": cores per node beside the calls (" + Row.figure(local) + ")",
                shared - local,
                MAX_CPU);
    }

    private static Row atLeast(String measure, double figure, double minimum) {
        return Row.of(measure, precise(figure), "at least " + minimum, figure >= minimum);
    }

    private static Row atMost(String measure, double figure, double maximum) {
        return Row.of(measure, precise(figure), "at most " + maximum, figure <= maximum);
    }

    private static String precise(double figure) {
        return String.format(Locale.ROOT, "%.3f", figure);
    }

    private Result run(String store, double limit) throws IOException, InterruptedException {
        warmUp();
        try (SharedRateLimitNodes nodes = new SharedRateLimitNodes()) {
            for (int node = 0; node < NODES; node++) {
                nodes.start(environment, store, limit, rate);
            }
            nodes.awaitCalls();
            TimeUnit.SECONDS.sleep(WARM_UP);
            request("/ages/" + rate);
            Figures before = nodes.figures();
            TimeUnit.SECONDS.sleep(SECONDS / 3);
            Figures figures = nodes.figures().since(before);
            if (!store.equals(LOCAL)) {
                nodes.killOne();
                TimeUnit.SECONDS.sleep(SECONDS / 3);
                request("/reject-next/" + rate);
                TimeUnit.SECONDS.sleep(SECONDS / 3);
            }
            return new Result(Arrivals.parse(request("/ages/" + rate)), figures, SECONDS / 3.0);
        }
    }

    /** Warms up the service, because a cold service accepts calls late and in bursts. */
    private void warmUp() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(environment.rateLimitedUrl(Integer.MAX_VALUE) + "/warm"))
                .POST(BodyPublishers.ofByteArray(new byte[BenchmarkData.SMALL_DOCUMENT]))
                .build();
        for (int call = 0; call < 2_000; call++) {
            HTTP.send(request, BodyHandlers.discarding());
        }
    }

    private String request(String path) throws IOException, InterruptedException {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create(environment.service() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }
}
