/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.InputStream;
import java.io.OutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/** In a child: what takes events, as an application runs it. */
public final class WebhookServer {
    /** Signs the events. */
    static final String SECRET = "a-secret-of-the-benchmark";
    /** Where the consumer takes events. */
    static final String CONSUMER = "/docproc/completions";
    /** Where the bare route takes them. */
    static final String BARE = "/bare";

    private WebhookServer() {}

    /** Serves on {@code <port>} until standard input ends; {@code events}, or {@code results} to fetch what is done. */
    public static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(arguments);
        Main main = new Main();
        main.addInitialProperty("camel.server.enabled", "true");
        main.addInitialProperty("camel.server.port", arguments[2]);
        main.configure().addRoutesBuilder(arguments[3].equals("events") ? events() : results(lab));
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

    private static RouteBuilder results(Lab lab) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocCalls.account(getContext(), "docproc").getConfiguration().setBaseUrl(lab.service());
                from("docproc:webhook?fetchResult=true&callbackSecret=" + SECRET)
                        .process(WebhookServer::readToTheEnd);
            }
        };
    }

    private static void readToTheEnd(Exchange exchange) throws Exception {
        try (InputStream result = exchange.getMessage().getBody(InputStream.class)) {
            Report.value("bytes", result.transferTo(OutputStream.nullOutputStream()));
        }
    }
}
