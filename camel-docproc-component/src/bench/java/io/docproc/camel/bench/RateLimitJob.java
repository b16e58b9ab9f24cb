/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.DocprocComponent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Main class of a child process that sends more calls than three rate limits allow, one component per limit. */
public final class RateLimitJob {
    /** Rate limits in calls per second. */
    static final List<Integer> RATES = List.of(2, 10, 50);

    private RateLimitJob() {}

    /** Runs {@code docproc|tuned <seconds>}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        boolean docproc = arguments[2].equals("docproc");
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            for (int rate : RATES) {
                context.addRoutes(docproc ? docproc(environment, rate) : tuned(environment, rate));
            }
            context.start();
            TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[3]));
            System.exit(0);
        }
    }

    private static RouteBuilder docproc(BenchmarkEnvironment environment, int rate) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocComponent component = DocprocCalls.account(getContext(), "docproc" + rate);
                component.setRequestsPerSecond(rate);
                // Components of one account share the lowest rate.
                component.getConfiguration().setAppId("bench-" + rate);
                work(this, rate)
                        .to(DocprocCalls.extraction(environment.rateLimitedUrl(rate))
                                .replace("docproc:", "docproc" + rate + ":"));
            }
        };
    }

    /** Returns a route with Camel's throttler and as many threads as the component uses. */
    private static RouteBuilder tuned(BenchmarkEnvironment environment, int rate) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                work(this, rate)
                        .throttle(rate)
                        .totalRequestsMode()
                        .timePeriodMillis(1000)
                        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                        .setBody(constant("{}"))
                        .to(environment.rateLimitedUrl(rate) + "/extract");
            }
        };
    }

    /** Starts a route with 20 threads that continuously produce documents. */
    private static org.apache.camel.model.RouteDefinition work(RouteBuilder routes, int rate) {
        return routes.from(
                        "scheduler:work" + rate
                                + "?initialDelay=0&delay=1&useFixedDelay=false&greedy=true&poolSize=20&sendEmptyMessageWhenIdle=true")
                .setBody(routes.constant("invoice number 4711\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }
}
