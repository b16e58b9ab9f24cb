/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.testkit.DatabaseServer;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Measures how much of a rate limit the calls use, and how many the service rejects: of one node, of Camel's throttler
 * in a hand-written route, and of four nodes that share the limit in a database. There is always more to send.
 */
final class RateLimit {
    private static final int SECONDS = 6 * Benchmark.ROUNDS;
    private static final int WARM_UP_SECONDS = 10;
    /** Ends within the warm-up, in which the first calls may arrive late and together. */
    private static final int COOLDOWN_MILLIS = 2_000;

    private static final int NODES = 4;
    private static final int THREADS = 20;
    private static final double MIN_USAGE = 0.9;
    private static final List<Integer> RATES = List.of(10, 50, 200);
    private static final byte[] DOCUMENT = "invoice number 4711\n".getBytes(StandardCharsets.US_ASCII);

    private RateLimit() {}

    /** Who limits the calls of a node. */
    private enum Limiter {
        COMPONENT,
        THROTTLER,
        DATABASE
    }

    static List<Row> measure(Benchmark benchmark) throws Exception {
        String store = DatabaseServer.POSTGRESQL.newDatabase();
        List<double[]> component = run(benchmark, Limiter.COMPONENT, 1, store);
        List<double[]> throttler = run(benchmark, Limiter.THROTTLER, 1, store);
        List<double[]> database = run(benchmark, Limiter.DATABASE, NODES, store);
        List<Row> rows = new ArrayList<>();
        for (int index = 0; index < RATES.size(); index++) {
            rows.add(row(RATES.get(index), "", component.get(index)).text(Peer.ROUTE, text(throttler.get(index))));
        }
        for (int index = 0; index < RATES.size(); index++) {
            rows.add(row(RATES.get(index), ", " + NODES + " nodes, PostgreSQL", database.get(index)));
        }
        return rows;
    }

    private static Row row(int rate, String nodes, double[] calls) {
        double usage = calls[0] / (rate * SECONDS);
        return new Row("rate limit of " + rate + " calls per second" + nodes + ", " + SECONDS + " s", "")
                .text(Peer.DOCPROC, text(calls))
                .ratio(usage, "the rate limit")
                .require("0 rejected, at least " + MIN_USAGE + " used", calls[1] == 0 && usage >= MIN_USAGE);
    }

    private static String text(double[] calls) {
        return String.format("%.0f calls, %.0f rejected", calls[0], calls[1]);
    }

    /** Returns the calls that arrived at the service for each rate, and how many of them it rejected. */
    private static List<double[]> run(Benchmark benchmark, Limiter limiter, int nodes, String store) throws Exception {
        List<ChildJvm> jvms = new ArrayList<>();
        try {
            Path directory = benchmark.data().directory();
            for (int node = 0; node < nodes; node++) {
                jvms.add(new ChildJvm(directory, Peer.DOCPROC, 128, RateLimit.class, limiter, benchmark.url(), store));
            }
            for (ChildJvm jvm : jvms) {
                jvm.ask("start");
            }
            TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
            takeArrivals(benchmark, limiter);
            TimeUnit.SECONDS.sleep(SECONDS);
            return takeArrivals(benchmark, limiter);
        } finally {
            jvms.forEach(ChildJvm::close);
        }
    }

    private static List<double[]> takeArrivals(Benchmark benchmark, Limiter limiter) throws Exception {
        List<double[]> arrivals = new ArrayList<>();
        for (int rate : RATES) {
            arrivals.add(benchmark.service().ask("arrivals " + limiter + rate));
        }
        return arrivals;
    }

    /**
     * Runs {@code <limiter> <URL of the service> <JDBC URL>}. After a request, 20 threads for each rate make as many
     * calls as the limiter allows.
     */
    public static void main(String[] arguments) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        context.start();
        for (int rate : RATES) {
            Limiter limiter = Limiter.valueOf(arguments[0]);
            context.addRoutes(
                    routes(limiter, rate, arguments[1] + "/rate/" + limiter + rate + "/" + rate, arguments[2]));
        }
        ProducerTemplate template = context.createProducerTemplate();
        ChildJvm.serve(request -> {
            for (int rate : RATES) {
                for (int thread = 0; thread < THREADS; thread++) {
                    Thread caller = new Thread(() -> makeCalls(template, "direct:" + rate), "caller");
                    caller.setDaemon(true);
                    caller.start();
                }
            }
            return new double[] {0};
        });
    }

    private static void makeCalls(ProducerTemplate template, String endpoint) {
        while (true) {
            template.send(endpoint, exchange -> exchange.getMessage().setBody(DOCUMENT));
        }
    }

    private static RouteBuilder routes(Limiter limiter, int rate, String url, String store) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                if (limiter == Limiter.THROTTLER) {
                    from("direct:" + rate)
                            .throttle(rate)
                            .totalRequestsMode()
                            .timePeriodMillis(1000)
                            .to(url + Data.EXTRACT);
                    return;
                }
                DocprocComponent component = new DocprocComponent();
                component.setRateLimitCooldown(COOLDOWN_MILLIS);
                if (limiter == Limiter.DATABASE) {
                    HikariDataSource database = new HikariDataSource();
                    database.setJdbcUrl(store);
                    component.setRateLimiter(new BucketRateLimiter(buckets(database), (double) rate, "account" + rate));
                } else {
                    component.setRequestsPerSecond(rate);
                }
                getContext().addComponent("docproc" + rate, component);
                from("direct:" + rate).to(CamelClient.extraction("docproc" + rate, url));
            }
        };
    }

    private static ProxyManager<String> buckets(DataSource database) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bucket (id VARCHAR(100) PRIMARY KEY, state BYTEA)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Bucket4jPostgreSQL.selectForUpdateBasedBuilder(database)
                .primaryKeyMapper(PrimaryKeyMapper.STRING)
                .build();
    }
}
