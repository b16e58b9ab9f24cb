/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Main class of a child process that starts a context with many different endpoints. */
public final class StartJob {
    private static final int ENDPOINTS = 200;

    private StartJob() {}

    /** Runs {@code docproc|http}. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        boolean docproc = arguments[2].equals("docproc");
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            long start = System.nanoTime();
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    if (docproc) {
                        DocprocCalls.account(getContext(), "docproc")
                                .getConfiguration()
                                .setBaseUrl(environment.service());
                    }
                    for (int number = 0; number < ENDPOINTS; number++) {
                        from("direct:in" + number)
                                .to(
                                        docproc
                                                ? "docproc:crop?fileName=" + number
                                                : environment.service() + "/crop/" + number);
                    }
                }
            });
            context.start();
            Report.value("milliseconds", (System.nanoTime() - start) / 1e6);
        }
        System.exit(0);
    }
}
