/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static io.docproc.camel.result.ResultRepositoryFixture.store;
import static io.docproc.camel.result.ResultRepositoryFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Large results, and many at once. */
class ResultSizeTest {

    @TempDir
    Path directory;

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
