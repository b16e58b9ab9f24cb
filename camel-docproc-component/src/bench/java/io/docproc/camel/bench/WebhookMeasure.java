/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.ChildJvm.Outcome;
import java.io.IOException;
import java.util.List;

/** Measures the throughput of the webhook consumer and of a plain platform-http route. */
final class WebhookMeasure {
    private static final double OF_BARE = 0.85;

    private WebhookMeasure() {}

    static List<Row> run(BenchmarkEnvironment environment) throws IOException {
        int port = HeapMeasure.freePort();
        Process server =
                ChildJvm.withHeap(512).start(environment, WebhookServer.class, Integer.toString(port), "events");
        try {
            server.inputReader().readLine();
            Outcome load = ChildJvm.withHeap(256).run(environment, WebhookLoad.class, Integer.toString(port), "7");
            double ratio = load.value("docproc.perSecond") / load.value("bare.perSecond");
            return List.of(Row.of(
                            "webhook events per second",
                            Row.figure(load.value("docproc.perSecond")),
                            OF_BARE + " of platform-http",
                            ratio >= OF_BARE)
                    .withLimit(Row.figure(load.value("bare.perSecond")) + " (platform-http)")
                    .withRatio(Row.figure(ratio) + " of platform-http"));
        } finally {
            server.destroyForcibly();
        }
    }
}
