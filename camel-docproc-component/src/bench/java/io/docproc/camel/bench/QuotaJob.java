/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.DocprocComponent;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** In a child: more work than three quotas allow, at the same time, each with a component of its own. */
public final class QuotaJob {
    /** The calls per second that the services allow. */
    static final List<Integer> QUOTAS = List.of(2, 10, 50);

    private QuotaJob() {}

    /** Runs {@code docproc|tuned <seconds>}. */
    public static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(arguments);
        boolean docproc = arguments[2].equals("docproc");
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            for (int quota : QUOTAS) {
                context.addRoutes(docproc ? docproc(lab, quota) : tuned(lab, quota));
            }
            context.start();
            TimeUnit.SECONDS.sleep(Integer.parseInt(arguments[3]));
            System.exit(0);
        }
    }

    private static RouteBuilder docproc(Lab lab, int quota) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                DocprocComponent component = DocprocCalls.account(getContext(), "docproc" + quota);
                component.setRequestsPerSecond(quota);
                // Components of one account share the strictest rate.
                component.getConfiguration().setAppId("bench-" + quota);
                work(this, quota)
                        .to(DocprocCalls.extraction(lab.counting(quota)).replace("docproc:", "docproc" + quota + ":"));
            }
        };
    }

    /** Camel's throttle, and as many threads as the component uses. */
    private static RouteBuilder tuned(Lab lab, int quota) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                work(this, quota)
                        .throttle(quota)
                        .totalRequestsMode()
                        .timePeriodMillis(1000)
                        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                        .setBody(constant("{}"))
                        .to(lab.counting(quota) + "/extract");
            }
        };
    }

    /** Twenty threads that always have another document. */
    private static org.apache.camel.model.RouteDefinition work(RouteBuilder routes, int quota) {
        return routes.from(
                        "scheduler:work" + quota
                                + "?initialDelay=0&delay=1&useFixedDelay=false&greedy=true&poolSize=20&sendEmptyMessageWhenIdle=true")
                .setBody(routes.constant("invoice number 4711\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }
}
