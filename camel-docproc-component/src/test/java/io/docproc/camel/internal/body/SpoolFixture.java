/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Exchange with its own spool directory, for the tests of spooled content. */
abstract class SpoolFixture {
    static final int THRESHOLD = 100;

    @TempDir
    private Path directory;

    @AutoClose
    final CamelContext context = TestContexts.create();

    Exchange exchange;

    @BeforeEach
    void setUp() {
        context.getStreamCachingStrategy().setSpoolThreshold(THRESHOLD);
        context.getStreamCachingStrategy()
                .setSpoolDirectory(directory.resolve("spool").toFile());
        exchange = context.getEndpoint("mock:origin").createExchange();
    }

    @AfterEach
    void tearDown() {
        complete(exchange);
    }

    SpoolingOutputStream spooled(int size) throws IOException {
        return spooled(Bytes.some(size));
    }

    SpoolingOutputStream spooled(byte[] bytes) throws IOException {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        try (spool) {
            spool.write(bytes);
        }
        return spool;
    }

    static byte[] read(StreamCache content) throws IOException {
        try (InputStream in = (InputStream) content) {
            return in.readAllBytes();
        }
    }

    Path spoolDirectory() {
        return directory.resolve("spool");
    }

    List<Path> files() throws IOException {
        Path spool = spoolDirectory();
        if (!Files.exists(spool)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.toList();
        }
    }

    static void complete(Exchange exchange) {
        List<org.apache.camel.spi.Synchronization> completions =
                exchange.getExchangeExtension().handoverCompletions();
        if (completions != null) {
            UnitOfWorkHelper.doneSynchronizations(exchange, completions);
        }
    }
}
