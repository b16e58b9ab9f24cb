/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static io.docproc.camel.result.ResultRepositoryFixture.store;
import static io.docproc.camel.result.ResultRepositoryFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.EachStore;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
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
            ResultRepository repository = backend.open();
            repository.start();
            write(repository);
            System.out.println(read(repository));
            repository.stop();
            System.exit(0);
        }

        private static JdbcDataSource h2(Path directory) {
            JdbcDataSource dataSource = new JdbcDataSource();
            dataSource.setURL(
                    "jdbc:h2:file:" + directory.resolve("large") + ";DB_CLOSE_DELAY=-1;CACHE_SIZE=4096;WRITE_DELAY=0");
            return dataSource;
        }

        private static void write(ResultRepository repository) throws IOException {
            InputStream pieces =
                    new SequenceInputStream(Collections.enumeration(Collections.nCopies(PIECES, piece()).stream()
                            .map(ByteArrayInputStream::new)
                            .toList()));
            repository.store(key("large"), pieces, PIECES * 64L * 1024);
        }

        private static int read(ResultRepository repository) throws IOException {
            byte[] piece = piece();
            int pieces = 0;
            try (InputStream in = repository.find(key("large")).orElseThrow()) {
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
        ResultBackend backend = kind.create(directory);
        List<AbstractResultRepository> nodes =
                List.of((AbstractResultRepository) backend.open(), (AbstractResultRepository) backend.open());
        ExecutorService executor = Executors.newCachedThreadPool();
        int found = 0;
        try {
            List<Callable<Integer>> work = new ArrayList<>();
            for (AbstractResultRepository node : nodes) {
                node.setMaxSize(20_000);
                node.start();
                work.add(() -> storeAndRead(node, "first worker of " + node));
                work.add(() -> storeAndRead(node, "second worker of " + node));
            }
            for (Future<Integer> end : executor.invokeAll(work)) {
                found += end.get();
            }
            nodes.get(0).evict();
        } finally {
            executor.shutdownNow();
            nodes.forEach(AbstractResultRepository::stop);
        }
        assertThat(found).as("results that were found before they were evicted").isPositive();
        assertThat(backend.storedBytes()).isLessThanOrEqualTo(20_000);
    }

    private static int storeAndRead(AbstractResultRepository node, String worker) throws IOException {
        byte[] body = new byte[3_000];
        int found = 0;
        for (int number = 0; number < 10; number++) {
            ResultKey key = key(worker + " " + number);
            store(node, key, body);
            node.evict();
            try {
                Optional<byte[]> stored = stored(node, key);
                found += stored.isPresent() ? 1 : 0;
                stored.ifPresent(content -> assertThat(content).hasSize(body.length));
            } catch (EOFException e) {
                assertThat(e).hasMessageContaining("missing");
            }
        }
        return found;
    }
}
