/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand calls, one in ten failing in another way, leave nothing behind. */
@Timeout(120)
class ManyCallsTest {
    private static final int CALLS = 10_000;
    private static final String LARGE = Replies.crop(new byte[200_000]);

    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger requests = new AtomicInteger();

    /** Every way to end that leaves a connection, a file or a place in danger; most calls succeed. */
    private void answer(RawServer.Connection connection) throws IOException {
        while (true) {
            connection.readRequest();
            switch (requests.incrementAndGet() % 100) {
                case 10 -> connection.answer(502, "text/html", "<html>" + "x".repeat(20_000));
                case 20 -> connection.answer(200, "application/json", "{\"code\":40004,\"message\":\"no\"}");
                case 30 -> connection.answer(200, "application/json", LARGE);
                case 40 -> connection.answer(200, "application/json", LARGE.substring(0, 250_000));
                case 50 -> {
                    connection.reset();
                    return;
                }
                default -> connection.answer(200, "application/json", Replies.CROP);
            }
        }
    }

    @Test
    @Survives(30)
    void tenThousandCallsLeaveNoThreadHandleFileOrPlaceBehind() throws Exception {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        long handlesBefore = openHandles();
        AtomicInteger succeeded = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (RawServer server = new RawServer(this::answer)) {
            service.component().getConfiguration().setBaseUrl(server.url());
            service.context().addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    onException(DocprocException.class).handled(true).process(exchange -> failed.incrementAndGet());
                    from("seda:in?size=" + CALLS).to("docproc:crop").process(exchange -> succeeded.incrementAndGet());
                }
            });
            ProducerTemplate template = service.context().createProducerTemplate();
            for (int i = 0; i < CALLS; i++) {
                template.sendBody("seda:in?size=" + CALLS, ExchangePattern.InOnly, Replies.DOCUMENT);
            }
            await().atMost(Duration.ofSeconds(100)).until(() -> succeeded.get() + failed.get() == CALLS);
            assertThat(failed).hasValue(4 * CALLS / 100);
            await().until(() -> service.context().getInflightRepository().size() == 0);
            assertThat(placesTaken()).isZero();
            TempFolder.awaitEmpty(spool);
            service.context().stop();
        }
        await().until(() -> threadsOf(service.context()).isEmpty());
        await().atMost(Duration.ofSeconds(10)).until(() -> openHandles() <= handlesBefore + 5);
    }

    private static List<String> threadsOf(CamelContext context) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("(" + context.getName() + ")"))
                .toList();
    }

    private int placesTaken() {
        return service.context()
                .getEndpoint("docproc:crop", DocprocEndpoint.class)
                .services()
                .concurrencyLimit()
                .inFlight();
    }

    /** Where the system tells; elsewhere nothing is checked. */
    private static long openHandles() {
        String[] handles = new File("/proc/self/fd").list();
        return handles == null ? 0 : handles.length;
    }
}
