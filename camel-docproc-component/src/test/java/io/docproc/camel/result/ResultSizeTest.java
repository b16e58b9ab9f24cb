/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.ManualClock;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Large results, and many at once. */
class ResultSizeTest {
    private static final ResponseMetadata METADATA = new ResponseMetadata(200, "", Map.of());
    private static final int PIECES = 800;

    @TempDir
    Path directory;

    private static byte[] piece() {
        byte[] piece = new byte[64 * 1024];
        new Random(1).nextBytes(piece);
        return piece;
    }

    /** Stores and reads 50 MB. */
    static final class LargeResult {
        private LargeResult() {}

        public static void main(String[] arguments) throws IOException {
            ResultBackend backend = arguments[0].equals("directory")
                    ? new ResultBackend.Directory(Path.of(arguments[1]))
                    : new ResultBackend.Database(h2(Path.of(arguments[1])));
            ResultRepository repository = backend.open(new ManualClock());
            repository.start();
            write(repository);
            System.out.println(read(repository));
            repository.stop();
            System.exit(0);
        }

        private static JdbcDataSource h2(Path directory) {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL("jdbc:h2:file:" + directory.resolve("large") + ";DB_CLOSE_DELAY=-1;CACHE_SIZE=4096");
            return dataSource;
        }

        private static void write(ResultRepository repository) throws IOException {
            byte[] piece = piece();
            try (ResultLease lease = repository.tryAcquire(key("large")).orElseThrow()) {
                OutputStream out = lease.open(METADATA);
                for (int number = 0; number < PIECES; number++) {
                    out.write(piece);
                }
                lease.commit();
            }
        }

        private static int read(ResultRepository repository) throws IOException {
            byte[] piece = piece();
            int pieces = 0;
            try (StoredResult result = repository.find(key("large")).orElseThrow()) {
                InputStream in = result.content();
                while (Arrays.equals(in.readNBytes(piece.length), piece)) {
                    pieces++;
                }
            }
            return pieces;
        }
    }

    @Tag("endurance")
    @Test
    void aResultOf50MegabytesPassesThroughAHeapOf32() throws Exception {
        for (String kind : List.of("directory", "database")) {
            List<String> output =
                    ChildProcess.output(List.of("-Xmx32m"), Map.of(), LargeResult.class, kind, directory.toString());

            assertThat(output).as(kind).endsWith(String.valueOf(PIECES));
        }
    }

    @ParameterizedTest
    @EachStore
    void nodesStoreReadAndEvictAtTheSameTime(Kind kind) throws Exception {
        ManualClock clock = new ManualClock();
        ResultBackend backend = kind.create(directory);
        List<AbstractResultRepository> nodes = List.of(backend.open(clock), backend.open(clock));
        ExecutorService executor = Executors.newCachedThreadPool();
        int found = 0;
        try {
            List<Future<Integer>> work = new ArrayList<>();
            for (AbstractResultRepository node : nodes) {
                node.setMaxSize(20_000);
                node.start();
            }
            for (int worker = 0; worker < 4; worker++) {
                AbstractResultRepository node = nodes.get(worker % 2);
                int number = worker;
                work.add(executor.submit(() -> storeAndRead(node, clock, "worker " + number)));
            }
            for (Future<Integer> end : work) {
                found += end.get();
            }
        } finally {
            executor.shutdownNow();
            nodes.forEach(AbstractResultRepository::stop);
        }

        assertThat(found).as("results that were found before they were evicted").isPositive();
        nodes.get(0).start();
        // The start evicts as well, and an eviction has no effect while another one is running.
        await().until(nodes.get(0)::evict);
        clock.advance(Duration.ofMinutes(10));
        await().until(nodes.get(0)::evict);
        assertThat(backend.storedBytes()).isLessThanOrEqualTo(20_000);
        nodes.get(0).stop();
    }

    private static int storeAndRead(AbstractResultRepository node, ManualClock clock, String worker)
            throws IOException {
        byte[] body = new byte[3_000];
        int found = 0;
        for (int number = 0; number < 10; number++) {
            ResultKey key = key(worker + " " + number);
            try (ResultLease lease = node.tryAcquire(key).orElseThrow()) {
                lease.open(METADATA).write(body);
                lease.commit();
            }
            clock.advance(Duration.ofMinutes(1));
            node.evict();
            Optional<StoredResult> stored = node.find(key);
            if (stored.isPresent()) {
                found++;
                try (StoredResult result = stored.get()) {
                    assertThat(result.content().readAllBytes()).hasSize(body.length);
                }
            }
        }
        return found;
    }
}
