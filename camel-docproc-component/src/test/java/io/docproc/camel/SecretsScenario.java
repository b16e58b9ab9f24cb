/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsoleRegistry;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Runs each operation well and badly with everything switched on that shows what happens, and prints whatever a user
 * can see. A process of its own, because the log level of a process cannot be changed once it logs.
 */
final class SecretsScenario {
    static final String SECRET_CODE = "s3cr3t-c0de-9f8e7d";
    static final String PDF_PASSWORD = "pa55-w0rd-4c";
    static final String FINISHED = "The scenario is finished.";

    /** Operations of management that tell something and change nothing; not the dumps of Camel's tracer, which show all headers. */
    private static final String SHOWING = "(?:dump(?!AllTraced|LatestMessage)|details|call|get|list|is|has|explain).*";

    private static final String[] ANSWERS = {
        "",
        "<html>You sent " + SECRET_CODE + " and " + PDF_PASSWORD + "</html>",
        "<html>" + "-".repeat(185) + SECRET_CODE + "</html>",
        "{\"code\":40102,\"message\":\"" + SECRET_CODE + " is wrong\",\"x_request_id\":\"" + SECRET_CODE + "\"}",
        "{\"code\":40423,\"msg\":\"not " + PDF_PASSWORD + "\",\"data\":{\"message\":\"nor " + SECRET_CODE + "\"}}",
        "{\"code\":" + SECRET_CODE + "}",
        "{\"code\":200,\"message\":\"success for " + SECRET_CODE + "\",\"result\":{},\"data\":{}}"
    };

    private final CamelContext context = new DefaultCamelContext();
    private final String baseUrl;

    private SecretsScenario(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public static void main(String[] arguments) throws Exception {
        int[] next = new int[1];
        try (RawServer server = new RawServer(connection -> {
            boolean knowsPassword = connection.readRequest().matches("(?s)POST /(ai/service/v3|api/v1)/.*");
            String body = ANSWERS[next[0]++ % ANSWERS.length];
            body = knowsPassword ? body : body.replace(PDF_PASSWORD, "a password");
            if (body.isEmpty()) {
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET_CODE + "\r\n");
            } else {
                connection.answer(next[0] % 2 == 0 ? 200 : 502, "text/plain", body);
            }
        })) {
            new SecretsScenario(server.url()).run();
        }
        System.out.println(FINISHED);
    }

    private void run() throws Exception {
        context.setTracing(true);
        context.setBacklogTracing(true);
        context.setMessageHistory(true);
        context.setLogExhaustedMessageBody(true);
        context.setDumpRoutes("xml?log=true");
        context.getPropertiesComponent().addInitialProperty("password", PDF_PASSWORD);
        context.getPropertiesComponent().addInitialProperty("secret", SECRET_CODE);
        DocprocConfiguration configuration =
                context.getComponent("docproc", DocprocComponent.class).getConfiguration();
        configuration.setBaseUrl(baseUrl);
        configuration.setWorkflowUrl(baseUrl);
        configuration.setAppId("app-4711");
        configuration.setSecretCode(SECRET_CODE);
        configuration.setHealthCheckInterval(1);
        context.addRoutes(routes());
        context.start();
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
        for (String route :
                new String[] {"crop", "extract", "parse", "balance", "packages", "field", "account", "header"}) {
            for (int i = 0; i < ANSWERS.length; i++) {
                show(context.createProducerTemplate().request("direct:" + route, exchange -> {
                    exchange.getMessage().setBody(route.equals("field") ? Map.of("name", "total") : Replies.DOCUMENT);
                    if (route.equals("header")) {
                        // As characters it is shown by no dump of headers that Camel makes.
                        exchange.getMessage().setHeader("CamelDocprocPdfPassword", PDF_PASSWORD.toCharArray());
                    }
                }));
            }
        }
        showEndpoints();
        showConsole();
        HealthCheckHelper.invoke(context, "full").forEach(SecretsScenario::show);
        showManagement();
        context.stop();
    }

    private static RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                String schema = "schema=base64:" + Base64.getEncoder().encodeToString(Replies.SCHEMA.getBytes());
                from("direct:crop").to("docproc:crop").log("${headers} ${body}");
                from("direct:extract").to("docproc:extract?pdfPassword={{password}}&" + schema);
                from("direct:parse").to("docproc:parseSync?pdfPassword=RAW({{password}})");
                from("direct:balance").to("docproc:balance").log("${headers} ${body}");
                from("direct:packages").to("docproc:packages?apiPath=/x");
                from("direct:field").to("docproc:addField");
                from("direct:account").to("docproc:crop?secretCode={{secret}}");
                from("direct:header").to("docproc:parseSync");
            }
        };
    }

    private static void show(Exchange exchange) {
        System.out.println(exchange.getMessage().getHeaders() + " " + exchange.getAllProperties());
        if (exchange.getException() != null) {
            exchange.getException().printStackTrace(System.out);
        }
    }

    private void showEndpoints() {
        context.getEndpoints().forEach(endpoint -> {
            System.out.println(endpoint);
        });
        System.out.println(context.getComponent("docproc"));
    }

    private void showConsole() {
        DevConsoleRegistry consoles = DevConsoleRegistry.get(context);
        consoles.loadDevConsoles();
        DevConsole console = consoles.getConsole("docproc").orElseThrow();
        System.out.println(console.call(DevConsole.MediaType.TEXT, Map.of()));
        System.out.println(console.call(DevConsole.MediaType.JSON, Map.of()));
    }

    private static void show(HealthCheck.Result result) {
        System.out.println(result + " " + result.getMessage() + " " + result.getDetails());
        result.getError().ifPresent(error -> error.printStackTrace(System.out));
    }

    private static void showManagement() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("org.apache.camel:*"), null)) {
            System.out.println(name);
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                System.out.println("  " + attribute.getName() + "=" + server.getAttribute(name, attribute.getName()));
            }
            for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
                if (operation.getSignature().length == 0 && operation.getName().matches(SHOWING)) {
                    System.out.println(
                            operation.getName() + " " + server.invoke(name, operation.getName(), null, null));
                }
            }
        }
    }
}
