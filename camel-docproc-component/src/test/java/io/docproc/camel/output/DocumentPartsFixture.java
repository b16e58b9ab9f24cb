/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.impl.engine.PooledProcessorExchangeFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A large document that routes split into its elements. */
@Timeout(60)
abstract class DocumentPartsFixture {
    private static final int ELEMENTS = 500;
    static final String CALL = "docproc:parseSync?output=elements";
    private static final String TEXT = "x".repeat(1_000);

    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    final Map<String, List<Integer>> received = new ConcurrentHashMap<>();
    private final AtomicBoolean collected = new AtomicBoolean();

    @BeforeEach
    void respondWithALargeDocument() {
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.respondWith("{\"code\":200,\"data\":{\"elements\":"
                + IntStream.range(0, ELEMENTS)
                        .mapToObj(id -> "{\"element_id\":" + id + ",\"text\":\"" + TEXT + "\"}")
                        .collect(Collectors.joining(",", "[", "]"))
                + "}}");
    }

    void record(Exchange exchange) {
        record(exchange.getMessage().getHeader("branch", "one", String.class), exchange);
    }

    void record(String branch, Exchange exchange) {
        int id = (Integer) exchange.getMessage().getBody(DocumentPart.class).get("element_id");
        if (id == ELEMENTS / 2 && (Matrix.isFull() || collected.compareAndSet(false, true))) {
            System.gc();
        }
        received.computeIfAbsent(branch, name -> new CopyOnWriteArrayList<>()).add(id);
    }

    void assertAllReceived(String branch) {
        assertAllReceived(branch, 1);
    }

    void assertAllReceived(String branch, int readers) {
        assertThat(received.get(branch).stream().sorted().toList())
                .as(branch)
                .isEqualTo(IntStream.range(0, ELEMENTS * readers)
                        .map(index -> index / readers)
                        .boxed()
                        .toList());
    }

    void assertNoFileRemains() {
        MockEndpoint.resetMocks(service.context());
        TempFolder.awaitEmpty(spool);
    }

    void poolExchanges() {
        service.context().getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        service.context().getCamelContextExtension().setProcessorExchangeFactory(new PooledProcessorExchangeFactory());
    }
}
