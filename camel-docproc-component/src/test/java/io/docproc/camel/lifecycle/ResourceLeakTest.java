/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Leaks after ten thousand calls, some of which fail in different ways. */
@Timeout(120)
class ResourceLeakTest {
    private static final int CALLS = Matrix.isFull() ? 10_000 : 2_000;
    private static final String LARGE = Replies.crop(new byte[200_000]);

    @TempDir
    Path spoolDirectory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger requests = new AtomicInteger();

    /**
     * Responds with each kind of failure that could leak a connection, a file or a permit; most calls succeed. Those that
     * let the other calls wait are few.
     */
    private void respond(RawServer.Connection connection) throws IOException {
        while (true) {
            connection.readRequest();
            int request = requests.incrementAndGet() % 1_000;
            switch (request < 100 ? request : request % 100 + 100) {
                case 10 -> connection.respond(502, "text/html", "<html>" + "x".repeat(20_000));
                case 20, 120 -> connection.respond(200, "application/json", "{\"code\":40004,\"message\":\"no\"}");
                case 30, 130 -> connection.respond(200, "application/json", LARGE);
                case 40, 140 -> connection.respond(200, "application/json", LARGE.substring(0, 250_000));
                case 50 -> {
                    connection.reset();
                    return;
                }
                default -> connection.respond(200, "application/json", Replies.CROP);
            }
        }
    }

    @Test
    @CoversFault(30)
    void manyCallsLeakNoThreadHandleFileOrPermit() throws Exception {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spoolDirectory.toFile());
        AtomicInteger succeeded = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        try (RawServer server = new RawServer(this::respond)) {
            service.configuration().setBaseUrl(server.url());
            service.route(routes -> {
                routes.onException(DocprocException.class).handled(true).process(exchange -> failed.incrementAndGet());
                routes.from("seda:in?size=" + CALLS)
                        .to("docproc:crop")
                        .process(exchange -> succeeded.incrementAndGet());
            });
            ProducerTemplate template = service.context().createProducerTemplate();
            for (int i = 0; i < CALLS; i++) {
                template.sendBody("seda:in?size=" + CALLS, ExchangePattern.InOnly, Replies.DOCUMENT);
            }
            await().atMost(Duration.ofSeconds(100)).until(() -> succeeded.get() + failed.get() == CALLS);
            assertThat(failed).hasValue(2 * CALLS / 100 + 2 * CALLS / 1_000);
            await().until(() -> service.context().getInflightRepository().size() == 0);
            assertThat(permitsInUse()).isZero();
            TempFolder.awaitEmpty(spoolDirectory);
            service.context().stop();
            await().until(() -> server.openConnections() == 0);
        }
        await().until(() -> threadsOf(service.context()).isEmpty());
        assertThat(openFilesIn(spoolDirectory)).isEmpty();
    }

    /** Returns the open files in a folder, deleted ones included, but no lock file; none on systems without {@code /proc}. */
    private static List<String> openFilesIn(Path folder) {
        File[] handles = new File("/proc/self/fd").listFiles();
        return Stream.of(handles == null ? new File[0] : handles)
                .map(handle -> {
                    try {
                        return Files.readSymbolicLink(handle.toPath()).toString();
                    } catch (IOException e) {
                        // Another thread has closed it.
                        return "";
                    }
                })
                .filter(file -> file.startsWith(folder.toString()) && !file.endsWith(".lock"))
                .toList();
    }

    private static List<String> threadsOf(CamelContext context) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("(" + context.getName() + ")"))
                .toList();
    }

    private int permitsInUse() {
        return ComponentInternals.permitsInUse(service.component());
    }
}
