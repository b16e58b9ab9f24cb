/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultBackend.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.camel.support.service.ServiceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that share the results and the time of one backend. */
abstract class ResultRepositoryFixture {
    @TempDir
    Path directory;

    ResultBackend backend;
    private final List<ResultRepository> opened = new ArrayList<>();

    ResultRepository start(Kind kind) {
        backend = kind.create(directory);
        return startAnother();
    }

    /** Starts a repository whose limits can be set. */
    AbstractResultRepository startLimited(Kind kind) {
        return (AbstractResultRepository) start(kind);
    }

    ResultRepository startAnother() {
        ResultRepository repository = backend.open();
        repository.start();
        opened.add(repository);
        return repository;
    }

    @AfterEach
    void stop() {
        opened.forEach(ServiceHelper::stopAndShutdownService);
    }

    static ResultKey key(String document) {
        return ResultKey.of(URI.create("https://service.example"), "app", "crop", document.getBytes(UTF_8), Map.of());
    }

    static boolean lease(ResultRepository repository, ResultKey key) throws IOException {
        return repository.tryLease(key).isPresent();
    }

    /** Returns the calls without an answer, which the holder of the lease gets. */
    static UnansweredCalls unanswered(ResultRepository repository, ResultKey key) throws IOException {
        UnansweredCalls calls = repository.tryLease(key).orElseThrow();
        repository.releaseLease(key);
        return calls;
    }

    /** Enters an attempt of a call. */
    static void enter(ResultRepository repository, ResultKey key) throws IOException {
        assertThat(lease(repository, key)).isTrue();
        assertThat(repository.enter(key)).isTrue();
        repository.releaseLease(key);
    }

    static void store(ResultRepository repository, ResultKey key, byte[] content) throws IOException {
        repository.store(key, new ByteArrayInputStream(content), content.length);
    }

    static Optional<byte[]> stored(ResultRepository repository, ResultKey key) throws IOException {
        Optional<InputStream> result = repository.find(key);
        if (result.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream open = result.get()) {
            return Optional.of(open.readAllBytes());
        }
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
