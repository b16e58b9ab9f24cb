/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Current state of a server, and the resources that all of its states share. Thread-safe. */
final class ServerState implements Supplier<ServiceState>, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ServiceSettings settings;
    private final Lazy<Path> folder;
    private final ServiceState.Environment environment;
    private Optional<ServiceState> current = Optional.empty();
    /** The packages of the account are valid around this time, however late the first request arrives. */
    private Instant openedAt;

    private boolean closed;

    /**
     * Creates neither the folder nor a state yet.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     */
    ServerState(ServiceSettings settings) {
        Path parent = settings.network().temporaryFolder();
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new IllegalArgumentException(
                    "temporaryFolder is " + parent + "; use an existing folder that can be written to.");
        }
        this.settings = settings;
        openedAt = settings.clock().instant();
        folder = new Lazy<>(() -> createFolder(parent));
        environment = new ServiceState.Environment(
                folder,
                new Lazy<>(() -> client(HttpClient.Redirect.NEVER)),
                new Lazy<>(() -> client(HttpClient.Redirect.NORMAL)));
    }

    /**
     * Returns the current state, and creates it if there is none.
     *
     * @throws IllegalStateException if the server was closed
     */
    @Override
    public synchronized ServiceState get() {
        if (closed) {
            throw new IllegalStateException("The test service was closed; start another one.");
        }
        if (current.isEmpty()) {
            current = Optional.of(new ServiceState(settings, environment, openedAt));
        }
        return current.get();
    }

    /** Ends jobs and callbacks; the next use creates a new state. */
    void reset() {
        discard().ifPresent(ServiceState::close);
    }

    /** Ends jobs and callbacks, and deletes the folder. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        discard().ifPresent(last -> {
            last.close();
            last.awaitTermination();
        });
        folder.ifCreated(FolderDeletion::delete);
    }

    private synchronized Optional<ServiceState> discard() {
        Optional<ServiceState> last = current;
        current = Optional.empty();
        openedAt = settings.clock().instant();
        return last;
    }

    private static Path createFolder(Path parent) {
        try {
            return Files.createTempDirectory(parent, "docproc-test-service");
        } catch (IOException e) {
            throw new UncheckedIOException("The folder for uploads in " + parent + " cannot be created", e);
        }
    }

    private static HttpClient client(HttpClient.Redirect redirects) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(redirects)
                .build();
    }
}
