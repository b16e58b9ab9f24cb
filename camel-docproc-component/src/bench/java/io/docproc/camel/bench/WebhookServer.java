/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.InputStream;
import java.io.OutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** Main class of a child process that receives callbacks as an application does. */
public final class WebhookServer {
    /** Callback secret. */
    static final String SECRET = "a-secret-of-the-benchmark";
    /** Path of the webhook consumer. */
    static final String CONSUMER = "/docproc/completions";
    /** Path of the plain route. */
    static final String BARE = "/bare";

    private WebhookServer() {}

    /** Serves {@code <port> events|results} until standard input is closed; {@code results} downloads results. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        Main main = new Main();
        main.addInitialProperty("camel.server.enabled", "true");
        main.addInitialProperty("camel.server.port", arguments[2]);
        main.configure().addRoutesBuilder(arguments[3].equals("events") ? events() : results(environment));
        main.start();
        Report.value("ready", 1);
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private static RouteBuilder events() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocCalls.account(getContext(), "docproc").getConfiguration().setBaseUrl("http://localhost");
                from("docproc:webhook?callbackSecret=" + SECRET).to("seda:events");
                from("platform-http:" + BARE + "?httpMethodRestrict=POST")
                        .to(ExchangePattern.InOnly, "seda:events")
                        .setBody(constant("{\"status\":\"accepted\"}"));
                from("seda:events?size=1000000").process(event -> {});
            }
        };
    }

    private static RouteBuilder results(BenchmarkEnvironment environment) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocCalls.account(getContext(), "docproc").getConfiguration().setBaseUrl(environment.service());
                from("docproc:webhook?fetchResult=true&callbackSecret=" + SECRET)
                        .process(WebhookServer::readResult);
            }
        };
    }

    private static void readResult(Exchange exchange) throws Exception {
        try (InputStream result = exchange.getMessage().getBody(InputStream.class)) {
            Report.value("bytes", result.transferTo(OutputStream.nullOutputStream()));
        }
    }
}
