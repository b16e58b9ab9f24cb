/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.secrets;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.DiagnosticsPrinter;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.Meters;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.impl.DefaultCamelContext;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Logs, job repositories, JMX values and dev consoles contain neither the callback secret nor a signature. */
class CallbackSecretsTest {
    private static final Pattern SIGNATURE = Pattern.compile("signature=([A-Za-z0-9_-]+)");

    /** Secret in an endpoint URI, which Camel itself logs at TRACE. */
    private static final String SECRET_IN_ADDRESS = "battery-staple-horse-correct";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path directory;

    /** Registers callbacks, receives valid and forged ones, logs at TRACE, and prints all diagnostics. */
    static final class Application {
        private Application() {}

        @SuppressWarnings("ObjectToString") // the test checks this text
        public static void main(String[] arguments) throws Exception {
            System.setProperty("org.slf4j.simpleLogger.logFile", arguments[0]);
            System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "trace");
            // The wire logs of the HTTP client and server contain credentials; the documentation says so.
            System.setProperty("org.slf4j.simpleLogger.log.org.apache.hc.client5.http.wire", "info");
            System.setProperty("org.slf4j.simpleLogger.log.org.apache.hc.client5.http.headers", "info");
            System.setProperty("org.slf4j.simpleLogger.log.io.vertx", "info");
            System.setProperty("org.slf4j.simpleLogger.log.io.netty", "info");
            URI address = URI.create("http://localhost:" + arguments[2] + CallbackServer.PATH);
            CallbackSigner signer = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());
            try (DefaultCamelContext context = new DefaultCamelContext()) {
                Meters.bind(context);
                configure(context, Integer.parseInt(arguments[2]));
                context.addComponent("docproc", component(arguments[1], new JdbcJobRepository(database())));
                context.addComponent("archive", component(arguments[1], new JdbcJobRepository(database())));
                context.start();
                for (String order : List.of(
                        "docproc:parseAsync?callbackSecret=" + SECRET_IN_ADDRESS,
                        // A poll of the first job may fail before.
                        "archive:parseAsync?outageTimeout=1m")) {
                    Exchange submission = context.createProducerTemplate()
                            .request(order, exchange -> exchange.getMessage().setBody(Replies.DOCUMENT));
                    print("response " + submission.getMessage().getHeaders()
                            + submission.getMessage().getBody() + submission.getException());
                }
                for (String id : List.of("good", "failing", "unfetchable")) {
                    URI url = signer.sign(address, id, Duration.ofHours(1));
                    print("signed " + url.getRawQuery());
                    print("reply " + post(url, id));
                    print("reply " + post(URI.create(url + "x"), id));
                }
                print("text " + signer);
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> Meters.of(context).calls("operation", "parseStatus") > 0);
                printStoredJobs();
                DiagnosticsPrinter.print(context);
            }
            print("end");
        }

        private static DocprocComponent component(String service, JobRepository jobRepository) {
            DocprocComponent component = new DocprocComponent();
            ServiceDouble.configure(component.getConfiguration(), service);
            component.getConfiguration().setPublicUrl("https://hooks.example.com");
            component.getConfiguration().setCallbackSecret(CallbackServer.SECRET);
            component.setJobRepository(jobRepository);
            return component;
        }

        private static void configure(DefaultCamelContext context, int port) throws Exception {
            context.setTracing(true);
            context.setBacklogTracing(true);
            context.setMessageHistory(true);
            context.setDevConsole(true);
            MainHttpServer server = new MainHttpServer();
            server.setHost("localhost");
            server.setPort(port);
            context.addService(server);
            RouteBuilder.addRoutes(context, routes -> {
                routes.from("docproc:webhook?pollAfter=200ms")
                        .to("docproc:parseResult")
                        .process(exchange -> {
                            throw new IllegalStateException("the archive is full");
                        });
            });
        }

        private static int post(URI url, String job) throws Exception {
            String status = job.equals("failing") ? "failed" : "completed";
            String body =
                    "{\"job_id\":\"" + job + "\",\"status\":\"" + status + "\",\"result_url\":\"https://10.0.0.1/\"}";
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(url)
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        }

        private static void printStoredJobs() throws Exception {
            try (Connection connection = database().getConnection();
                    ResultSet script = connection.createStatement().executeQuery("SCRIPT")) {
                while (script.next()) {
                    print("stored " + script.getString(1));
                }
            }
        }

        private static DataSource database() {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:mem:jobs;DB_CLOSE_DELAY=-1");
            return dataSource;
        }

        private static void print(String line) {
            System.out.println(line.replace('\n', ' '));
        }
    }

    @Test
    void noOutputContainsTheSecretOrASignature() throws Exception {
        service.server()
                .stubFor(post(urlEqualTo("/api/v1/xparse/parse/async"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}")));
        service.server()
                .stubFor(get(anyUrl()).willReturn(aResponse().withStatus(502).withBody(ServiceDouble.SECRET_CODE)));
        Path log = directory.resolve("all.log");
        List<String> output = new ArrayList<>();
        try (ChildProcess application = new ChildProcess(
                Application.class, log.toString(), service.server().baseUrl(), "" + FreePort.next())) {
            for (String line = application.nextLine(); line != null; line = application.nextLine()) {
                output.add(line);
            }
        }
        assertThat(output).endsWith("end");
        List<String> secrets = new ArrayList<>(List.of(CallbackServer.SECRET, ServiceDouble.SECRET_CODE));
        service.server()
                .findAll(postRequestedFor(urlEqualTo("/api/v1/xparse/parse/async")))
                .forEach(order -> secrets.add(signature(order.getBodyAsString())));
        output.stream().filter(line -> line.startsWith("signed ")).forEach(line -> secrets.add(signature(line)));
        assertThat(secrets).hasSize(7);
        assertThat(output).filteredOn(line -> line.startsWith("reply ")).containsOnly("reply 500", "reply 401");
        assertThat(output)
                .anyMatch(line -> line.startsWith("org.apache.camel:") && line.contains("type=consumers"))
                .anyMatch(line -> line.matches("stored INSERT .*job-1.*"));
        List<String> logged = Files.readAllLines(log);
        assertThat(logged).anyMatch(line -> line.contains("TRACE")).anyMatch(line -> line.contains("io.docproc"));

        assertThat(logged).filteredOn(line -> containsAny(line, secrets)).isEmpty();
        secrets.add(SECRET_IN_ADDRESS);
        assertThat(output)
                .filteredOn(line -> !line.startsWith("signed ") && containsAny(line, secrets))
                .isEmpty();
        assertThat(logged)
                .filteredOn(line -> !line.contains(" TRACE org.apache.camel.") && containsAny(line, secrets))
                .isEmpty();
    }

    private static boolean containsAny(String line, List<String> secrets) {
        return secrets.stream().anyMatch(line::contains);
    }

    private static String signature(String text) {
        Matcher signature = SIGNATURE.matcher(text);
        assertThat(signature.find()).isTrue();
        return signature.group(1);
    }
}
