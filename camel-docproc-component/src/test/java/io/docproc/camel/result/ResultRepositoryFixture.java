/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that share the results of one backend, and a clock that the test sets. */
abstract class ResultRepositoryFixture {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final ResponseMetadata METADATA =
            new ResponseMetadata(200, "request-1", Map.of("Content-Type", "application/json", "X-Note", "März \"1\""));
    static final byte[] BODY = "{\"code\":200,\"message\":\"成功\"}".getBytes(UTF_8);

    @TempDir
    Path directory;

    final ManualClock clock = new ManualClock();
    ResultBackend backend;
    private final List<ResultRepository> opened = new ArrayList<>();

    AbstractResultRepository start(Kind kind) {
        backend = kind.create(directory);
        return startAnother();
    }

    AbstractResultRepository startAnother() {
        AbstractResultRepository repository = backend.open(clock);
        repository.start();
        opened.add(repository);
        return repository;
    }

    @AfterEach
    void stop() {
        opened.forEach(ResultRepository::stop);
    }

    static ResultKey key(String document) {
        return ResultKey.builder()
                .account(URI.create("https://service.example"), "app")
                .operation("crop")
                .document(document.getBytes(UTF_8))
                .build();
    }

    static void store(ResultRepository repository, ResultKey key, byte[] body) throws IOException {
        try (ResultLease lease = repository.tryAcquire(key).orElseThrow()) {
            lease.open(METADATA).write(body);
            lease.commit();
        }
    }

    static Optional<byte[]> stored(ResultRepository repository, ResultKey key) throws IOException {
        Optional<StoredResult> result = repository.find(key);
        if (result.isEmpty()) {
            return Optional.empty();
        }
        try (StoredResult open = result.get()) {
            return Optional.of(open.content().readAllBytes());
        }
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
