/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * 1,000 jobs on two nodes with the same secret, public URL and database; half of the callbacks of the last jobs are
 * lost. The node that receives the callbacks is killed twice. The route of every job completes once, and it starts a
 * second time only for jobs whose route was running on a killed node.
 */
@Tag("endurance")
class ClusterFailoverTest {
    private static final int COMPLETED_JOBS = 150;
    private static final int JOBS_OF_A_KILLED_NODE = 350;
    private static final int ALL_JOBS = 1000;

    private final AtomicInteger jobs = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();
    private HttpServer service;
    private String databaseUrl;
    private HikariDataSource rows;

    /** Node that submits parse jobs on command, and whose route records the start and the end of each run. */
    static final class Node {
        private static volatile boolean held;

        private Node() {}

        public static void main(String[] arguments) throws Exception {
            DataSource dataSource = DatabaseServer.pool(arguments[2]);
            DefaultCamelContext context = new DefaultCamelContext();
            context.addService(server(Integer.parseInt(arguments[1])));
            DocprocComponent component = new DocprocComponent();
            ServiceDouble.configure(component.getConfiguration(), arguments[3]);
            component.getConfiguration().setCallbackSecret(CallbackServer.SECRET);
            component.getConfiguration().setPublicUrl("http://localhost:" + arguments[4]);
            component.setJobRepository(new JdbcJobRepository(dataSource));
            context.addComponent("docproc", component);
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("docproc:webhook?pollAfter=1s&leaseTimeout=10s")
                            .process(exchange -> run(exchange, arguments[0], dataSource));
                }
            });
            context.start();
            System.out.println("ready");
            runCommands(context);
        }

        private static MainHttpServer server(int port) {
            MainHttpServer server = new MainHttpServer();
            server.setHost("localhost");
            server.setPort(port);
            return server;
        }

        private static void runCommands(DefaultCamelContext context) throws IOException {
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                if (command.equals("hold")) {
                    held = true;
                } else {
                    Exchange submission = context.createProducerTemplate()
                            .request("docproc:parseAsync?correlationId=" + command, exchange -> exchange.getMessage()
                                    .setBody(Replies.DOCUMENT));
                    System.out.println(submission.getException() == null ? "submitted" : submission.getException());
                }
            }
        }

        private static void run(Exchange exchange, String node, DataSource dataSource) throws Exception {
            String job = exchange.getMessage().getHeader("CamelDocprocJobId", String.class) + "/"
                    + exchange.getMessage().getHeader("CamelDocprocCorrelationId", String.class);
            write(dataSource, job, node, "begun");
            if (held) {
                new CountDownLatch(1).await();
            }
            write(dataSource, job, node, "ended");
        }

        private static void write(DataSource dataSource, String job, String node, String event) throws SQLException {
            try (Connection connection = dataSource.getConnection();
                    Statement insert = connection.createStatement()) {
                insert.execute("INSERT INTO RUN VALUES ('" + job + "', '" + node + "', '" + event + "')");
            }
        }
    }

    @BeforeEach
    void startService() throws Exception {
        service = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        service.setExecutor(threads);
        service.createContext("/api/v1/xparse/parse/async", this::serve);
        service.start();
    }

    private void startDatabase(DatabaseServer server) throws SQLException {
        databaseUrl = server.newDatabase();
        rows = DatabaseServer.pool(databaseUrl);
        try (Connection connection = rows.getConnection();
                Statement create = connection.createStatement()) {
            create.execute("CREATE TABLE RUN (JOB VARCHAR(100), NODE VARCHAR(10), WHAT VARCHAR(10))");
        }
    }

    @AfterEach
    void stopServiceAndDatabase() {
        threads.shutdownNow();
        service.stop(0);
        rows.close();
    }

    /** Accepts a job and sends its callback before the response; half of the callbacks of the last jobs are lost. */
    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("GET")) {
            String job = path.substring(path.lastIndexOf('/') + 1);
            respond(exchange, "{\"job_id\":\"" + job + "\",\"status\":\"completed\"}");
            return;
        }
        int number = jobs.getAndIncrement();
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
        if (number < COMPLETED_JOBS || number % 2 == 0) {
            http.sendAsync(
                    HttpRequest.newBuilder(RegisteredCallback.in(form))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(CallbackServer.completed("job-" + number)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
        respond(exchange, "{\"job_id\":\"job-" + number + "\"}");
    }

    private static void respond(HttpExchange exchange, String data) throws IOException {
        byte[] body = ("{\"code\":200,\"message\":\"success\",\"data\":" + data + "}").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Set<String> jobs(String condition) throws SQLException {
        try (Connection connection = rows.getConnection();
                Statement select = connection.createStatement();
                ResultSet results = select.executeQuery("SELECT JOB FROM RUN WHERE " + condition)) {
            Set<String> jobs = new HashSet<>();
            while (results.next()) {
                assertThat(jobs.add(results.getString(1)))
                        .as(results.getString(1))
                        .isTrue();
            }
            return jobs;
        }
    }

    private ChildProcess node(String name, int port, int publicPort) throws IOException {
        ChildProcess node = new ChildProcess(
                Node.class,
                name,
                "" + port,
                databaseUrl,
                "http://localhost:" + service.getAddress().getPort(),
                "" + publicPort);
        assertThat(node.nextLine()).isEqualTo("ready");
        return node;
    }

    private static void submit(ChildProcess node, int from, int count) throws IOException {
        for (int number = from; number < from + count; number++) {
            node.tell("doc-" + number);
        }
        for (int number = 0; number < count; number++) {
            assertThat(node.nextLine()).isEqualTo("submitted");
        }
    }

    @ParameterizedTest
    @EachStore
    void everyJobCompletesOnceWhenTheNodeThatReceivesIsKilledTwice(DatabaseServer server) throws Exception {
        startDatabase(server);
        int receiver = FreePort.next();
        try (ChildProcess submitter = node("one", FreePort.next(), receiver)) {
            Set<String> runningWhenKilled = new HashSet<>();
            try (ChildProcess second = node("two", receiver, receiver)) {
                submit(submitter, 0, COMPLETED_JOBS);
                awaitEnded(COMPLETED_JOBS);
                assertThat(jobs("WHAT = 'ended' AND NODE = 'two'")).isNotEmpty();
                runningWhenKilled.addAll(
                        killWhileRoutesRun("two", second, submitter, COMPLETED_JOBS, JOBS_OF_A_KILLED_NODE));
            }
            try (ChildProcess third = node("three", receiver, receiver)) {
                int submitted = COMPLETED_JOBS + JOBS_OF_A_KILLED_NODE;
                runningWhenKilled.addAll(
                        killWhileRoutesRun("three", third, submitter, submitted, ALL_JOBS - submitted));
            }
            awaitEnded(ALL_JOBS);
            assertThat(jobsThatBeganTwice()).isEqualTo(runningWhenKilled);
            assertThat(jobs("WHAT = 'ended'")).allMatch(job -> job.matches("job-(\\d+)/doc-\\1"));
            await().until(() -> openJobs() == 0);
        }
    }

    private void awaitEnded(int count) {
        await().atMost(Duration.ofMinutes(2)).until(() -> jobs("WHAT = 'ended'").size() == count);
    }

    private Set<String> killWhileRoutesRun(String name, ChildProcess node, ChildProcess submitter, int from, int count)
            throws Exception {
        node.tell("hold");
        submit(submitter, from, count);
        await().atMost(Duration.ofSeconds(60)).until(() -> running(name).size() > 5);
        node.kill();
        return running(name);
    }

    private Set<String> running(String node) throws SQLException {
        Set<String> running = jobs("WHAT = 'begun' AND NODE = '" + node + "'");
        running.removeAll(jobs("WHAT = 'ended' AND NODE = '" + node + "'"));
        return running;
    }

    private Set<String> jobsThatBeganTwice() throws SQLException {
        return jobs("WHAT = 'begun' GROUP BY JOB HAVING COUNT(*) > 1");
    }

    private int openJobs() throws SQLException {
        try (Connection connection = rows.getConnection();
                Statement select = connection.createStatement();
                ResultSet count = select.executeQuery("SELECT COUNT(*) FROM DOCPROC_JOB WHERE COMPLETED = 0")) {
            count.next();
            return count.getInt(1);
        }
    }
}
