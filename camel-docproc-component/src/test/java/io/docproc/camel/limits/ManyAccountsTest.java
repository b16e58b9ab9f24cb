/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of many accounts, those that are no longer used leave nothing on the heap, in a process of its own because the heap is counted. */
@Timeout(300)
class ManyAccountsTest {
    private static final int CACHED = 10;
    /** More than the number of accounts whose rate limits are kept. */
    private static final int RETAINED = 1_100;

    private static final int ACCOUNTS = 400;

    @Test
    void accountsOfDynamicEndpointsAreReleased() throws Exception {
        List<String> output = ChildProcess.output(
                List.of("-Xmx256m", "-Dsun.net.httpserver.nodelay=true"), Map.of(), ManyAccountsTest.class);

        assertThat(output).contains("done");
        assertThat(output).filteredOn(line -> line.startsWith("kept ")).isEmpty();
    }

    /** Calls with many accounts, and prints the classes of which objects are left. */
    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", http -> {
            byte[] body = Replies.BALANCE.getBytes(StandardCharsets.UTF_8);
            http.sendResponseHeaders(200, body.length);
            http.getResponseBody().write(body);
            http.close();
        });
        server.start();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getGlobalOptions().put(Exchange.MAXIMUM_ENDPOINT_CACHE_SIZE, String.valueOf(CACHED));
            DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
            component
                    .getConfiguration()
                    .setBaseUrl("http://127.0.0.1:" + server.getAddress().getPort());
            component.setRequestsPerSecond(50);
            RouteBuilder.addRoutes(context, routes -> routes.from("direct:call")
                    .toD()
                    .cacheSize(CACHED)
                    .uri("docproc:balance?appId=${header.account}&secretCode=s3cr3t-${header.account}"));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            call(template, 0, RETAINED);
            Map<String, Long> before = histogram();
            call(template, RETAINED, ACCOUNTS);
            List<String> kept = List.of();
            for (int attempt = 0; attempt < 100; attempt++) {
                call(template, 10 * ACCOUNTS + attempt, 1);
                kept = growth(before);
                if (kept.isEmpty()) {
                    break;
                }
            }
            kept.forEach(System.out::println);
        }
        server.stop(0);
        System.out.println("done");
    }

    private static List<String> growth(Map<String, Long> before) throws Exception {
        Map<String, Long> after = histogram();
        after.replaceAll((type, count) -> count - before.getOrDefault(type, 0L));
        return after.entrySet().stream()
                .filter(entry -> entry.getValue() > ACCOUNTS / 4)
                .map(entry -> "kept " + entry.getValue() + " " + entry.getKey())
                .toList();
    }

    private static void call(ProducerTemplate template, int first, int count) {
        for (int account = first; account < first + count; account++) {
            template.requestBodyAndHeader("direct:call", null, "account", "account-" + account);
        }
    }

    /** Returns the number of reachable objects of each class of the component, after a garbage collection. */
    private static Map<String, Long> histogram() throws Exception {
        String table = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Map<String, Long> counts = new HashMap<>();
        table.lines().map(line -> line.strip().split("\\s+")).forEach(columns -> {
            // Camel caches up to a thousand texts of its own.
            if (columns.length > 3 && columns[3].matches("io\\.(docproc|github\\.bucket4j)\\..*")) {
                counts.merge(columns[3], Long.valueOf(columns[1]), Long::sum);
            }
        });
        return counts;
    }
}
