/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.secrets;

import static org.awaitility.Awaitility.await;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.DiagnosticsPrinter;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Runs each operation and the webhook with valid and invalid responses and all diagnostics enabled, and prints everything that an
 * operator can see. It runs in its own process, because the log level of a process cannot be changed once it logs.
 */
final class SecretsScenario {
    static final String SECRET_CODE = ServiceDouble.SECRET_CODE;
    static final String PDF_PASSWORD = "pa55-w0rd-4c";
    /** Secret of another account, given in an endpoint URI. */
    static final String OTHER_SECRET_CODE = "unl1sted-c0de-77";
    /** Secret of callbacks, given in an endpoint URI. */
    static final String OTHER_CALLBACK_SECRET = "battery-staple-horse";

    static final String FINISHED = "The scenario has completed.";

    /** Success with values of unexpected types. */
    private static final String UNEXPECTED_TYPES = "{\"code\":200,\"result\":{\"origin_width\":98" + "7".repeat(20)
            + ",\"extracted_schema\":\"" + SECRET_CODE + "\"},\"data\":{\"balance\":\"" + SECRET_CODE + "\"}}";

    private static final String[] RESPONSES = {
        "",
        "<html>You sent " + SECRET_CODE + " and " + PDF_PASSWORD + "</html>",
        "<html>" + "-".repeat(185) + SECRET_CODE + "</html>",
        "{\"code\":40102,\"message\":\"" + SECRET_CODE + " is wrong\",\"x_request_id\":\"" + SECRET_CODE + "\"}",
        "{\"code\":40423,\"msg\":\"not " + PDF_PASSWORD + "\",\"data\":{\"message\":\"nor " + SECRET_CODE + "\"}}",
        "{\"code\":" + SECRET_CODE + "}",
        "{\"code\":200,\"data\":" + PDF_PASSWORD + "}",
        UNEXPECTED_TYPES,
        "{\"code\":200,\"message\":\"success for " + SECRET_CODE + "\",\"result\":{},\"data\":{}}"
    };

    private static final List<String> ROUTES = List.of(
            "crop",
            "extract",
            "typed",
            "parse",
            "async",
            "status",
            "balance",
            "packages",
            "field",
            "table",
            "account",
            "header",
            "kamelet");

    /** Output class of an extraction. */
    public static final class Invoice {
        public int total;
    }

    private final CamelContext context = new DefaultCamelContext();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private int port;
    private volatile int status = 200;
    private volatile String response = "";

    private SecretsScenario() {}

    public static void main(String[] arguments) throws Exception {
        SecretsScenario scenario = new SecretsScenario();
        try (RawServer server = new RawServer(scenario::serve)) {
            scenario.run(server.url());
            scenario.receiveCallbacks(server);
            scenario.printDiagnostics();
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
            scenario.context.stop();
        }
        System.out.println(FINISHED);
    }

    /** Responds until the client closes the connection, because a call on a connection that is being closed fails. */
    private void serve(RawServer.Connection connection) throws IOException {
        while (true) {
            respond(connection);
        }
    }

    /** Responds with text that contains the secrets of the request, as a gateway's error page may. */
    private void respond(RawServer.Connection connection) throws IOException {
        String request = connection.readRequest();
        // A successful result may contain a secret that the service returns; only failures must not show it.
        boolean returnsQuote = request.matches("(?s)(GET /user|POST /ai/service/v3)/.*");
        boolean knowsPassword = request.matches("(?s)POST /(ai/service/v3|api/v1)/.*");
        boolean deliversReply = request.startsWith("POST /api/app-api/");
        String secretCode = request.contains(OTHER_SECRET_CODE) ? OTHER_SECRET_CODE : SECRET_CODE;
        String body = response.replace(SECRET_CODE, secretCode);
        body = returnsQuote ? body : body.replaceAll("(balance|extracted_schema)\":\"[^\"]*", "$1\":\"wrong");
        body = knowsPassword ? body : body.replace(PDF_PASSWORD, "a password");
        body = deliversReply ? body.replace("success for " + secretCode, "success") : body;
        if (body.isEmpty()) {
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + secretCode + "\r\n");
        } else {
            connection.respond(status, "text/plain", body);
        }
    }

    private void run(String baseUrl) throws Exception {
        context.setTracing(true);
        context.setBacklogTracing(true);
        context.setMessageHistory(true);
        context.setLogExhaustedMessageBody(true);
        context.setDumpRoutes("xml?log=true");
        context.setDevConsole(true);
        context.getRegistry().bind("meters", meters);
        context.getPropertiesComponent().addInitialProperty("password", PDF_PASSWORD);
        context.getPropertiesComponent().addInitialProperty("secret", OTHER_SECRET_CODE);
        context.getPropertiesComponent()
                .addInitialProperty("camel.kamelet.docproc-crop-action.secretCode", OTHER_SECRET_CODE);
        DocprocConfiguration configuration =
                context.getComponent("docproc", DocprocComponent.class).getConfiguration();
        ServiceDouble.configure(configuration, baseUrl);
        configuration.setWorkflowUrl(baseUrl);
        configuration.setMaxUnansweredCalls(0);
        context.getPropertiesComponent().addInitialProperty("callbackSecret", OTHER_CALLBACK_SECRET);
        port = TestContexts.startHttpServer(context);
        context.addRoutes(routes());
        context.start();
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
        ROUTES.forEach(this::callWithEachResponse);
        status = 502;
        callWithEachResponse("extract");
    }

    /** Submits jobs, polls them, and receives valid and forged callbacks whose route fails. */
    private void receiveCallbacks(RawServer server) throws Exception {
        JdbcDataSource database = MemoryDatabase.create();
        DocprocComponent jobs = new DocprocComponent();
        ServiceDouble.configure(jobs.getConfiguration(), server.url());
        jobs.getConfiguration().setAppId("account-of-jobs");
        jobs.getConfiguration().setPublicUrl("https://hooks.example.com");
        jobs.getConfiguration().setCallbackSecret(CallbackServer.SECRET);
        jobs.setJobRepository(new JdbcJobRepository(database));
        context.addComponent("jobs", jobs);
        status = 200;
        response = "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}";
        for (String submission : List.of("jobs:parseAsync?callbackSecret={{callbackSecret}}", "jobs:parseAsync")) {
            print(context.createProducerTemplate()
                    .request(submission, exchange -> exchange.getMessage().setBody(Replies.DOCUMENT)));
        }
        status = 502;
        response = "<html>" + SECRET_CODE;
        RouteBuilder.addRoutes(context, routes -> routes.from("jobs:webhook?pollAfter=200ms")
                .to("jobs:parseResult")
                .process(exchange -> {
                    throw new IllegalStateException("the archive is full");
                }));
        for (String job : List.of("good", "other")) {
            URI url = CallbackServer.signed(URI.create("http://localhost:" + port + CallbackServer.PATH), job);
            System.out.println("signed " + url.getRawQuery());
            for (URI address : List.of(url, URI.create(url + "x"))) {
                System.out.println("reply "
                        + new CallbackServer()
                                .post(address, CallbackServer.completed(job))
                                .statusCode());
            }
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> server.requests().stream().anyMatch(request -> request.contains("/async/job-1")));
        new JdbcTemplate(database)
                .queryForList("SCRIPT", String.class)
                .forEach(row -> System.out.println("stored " + row.replace('\n', ' ')));
    }

    private void printDiagnostics() throws Exception {
        DiagnosticsPrinter.print(context);
        meters.getMeters().forEach(meter -> System.out.println(meter.getId() + " " + meter.measure()));
    }

    private void callWithEachResponse(String route) {
        for (String next : RESPONSES) {
            response = next;
            print(context.createProducerTemplate().request("direct:" + route, exchange -> {
                exchange.getMessage().setBody(isWorkflow(route) ? Map.of("name", "total") : Replies.DOCUMENT);
                if (route.equals("header")) {
                    // Camel's header dumps do not show the content of a char[].
                    exchange.getMessage().setHeader("CamelDocprocPdfPassword", PDF_PASSWORD.toCharArray());
                }
            }));
            DiagnosticsPrinter.printHealth(context);
            endOutages();
        }
    }

    /** Otherwise the call with the next response would not be sent. */
    private void endOutages() {
        String failing = response;
        int failingStatus = status;
        response = Replies.BALANCE;
        status = 200;
        context.createProducerTemplate().requestBody("direct:balance", "");
        context.createProducerTemplate().requestBody("direct:otherBalance", "");
        response = failing;
        status = failingStatus;
    }

    private static boolean isWorkflow(String route) {
        return route.equals("field") || route.equals("table");
    }

    private static RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                String schema = "schema=base64:"
                        + Base64.getEncoder().encodeToString(Replies.SCHEMA.getBytes(StandardCharsets.UTF_8));
                from("direct:crop").to("docproc:crop").log("${headers} ${body}");
                from("direct:extract").to("docproc:extract?pdfPassword={{password}}&" + schema);
                from("direct:parse").to("docproc:parseSync?pdfPassword=RAW({{password}})");
                from("direct:balance").to("docproc:balance").log("${headers} ${body}");
                from("direct:otherBalance").to("docproc:balance?secretCode={{secret}}");
                from("direct:packages").to("docproc:packages?apiPath=/x");
                from("direct:async").to("docproc:parseAsync?pdfPassword=RAW({{password}})");
                from("direct:status").to("docproc:parseStatus?jobId=j-1");
                from("direct:table").to("docproc:updateTable?workspaceId=1&categoryId=2&tableId=3");
                from("direct:typed")
                        .to("docproc:extract?outputClass=" + Invoice.class.getName() + "&pdfPassword={{password}}");
                from("direct:field").to("docproc:addField");
                from("direct:account").to("docproc:crop?secretCode={{secret}}");
                from("direct:header").to("docproc:parseSync");
                from("direct:kamelet").to("kamelet:docproc-crop-action?enhanceMode=5");
            }
        };
    }

    private static void print(Exchange exchange) {
        System.out.println(exchange.getMessage().getHeaders() + " " + exchange.getAllProperties());
        if (exchange.getException() != null) {
            exchange.getException().printStackTrace(System.out);
        }
    }
}
