/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HTTP server of a service with what its states share. The first document creates the folder for uploads. Thread-safe.
 */
final class TestServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(TestServer.class.getName());
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    static {
        // Read once by the JDK. Without it, responses of JDK 17 wait 40 ms for an acknowledgement of their headers.
        if (System.getProperty(NO_DELAY) == null) {
            System.setProperty(NO_DELAY, "true");
        }
    }

    private final DocprocTestServiceBuilder settings;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool(TestServer::daemon);
    private final AtomicInteger callsInFlight = new AtomicInteger();
    private HttpClient client;
    private Path folder;
    private ServiceState state;

    /**
     * Starts a server.
     *
     * @throws IllegalArgumentException if the temporary folder does not exist, or cannot be written to
     * @throws IllegalStateException if the port is in use
     */
    TestServer(DocprocTestServiceBuilder settings, int port) {
        if (!Files.isDirectory(settings.temporaryFolder) || !Files.isWritable(settings.temporaryFolder)) {
            throw new IllegalArgumentException("temporaryFolder is " + settings.temporaryFolder
                    + "; use an existing folder that can be written to.");
        }
        this.settings = settings;
        this.state = new ServiceState(settings, this);
        try {
            http = HttpServer.create(new InetSocketAddress(settings.host, port), 1000);
            http.createContext("/", this::handle);
            http.setExecutor(threads);
            // The thread of the server inherits the property of a daemon, which a service that is not closed needs.
            Thread starter = daemon(http::start);
            starter.start();
            starter.join();
        } catch (IOException | UnresolvedAddressException e) {
            throw new IllegalStateException(
                    "The test service cannot listen on " + settings.host + ":" + port
                            + "; use another port, or 0 for a free one.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException("The start was interrupted"));
        }
    }

    static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "docproc-test-service");
        thread.setDaemon(true);
        return thread;
    }

    private void handle(HttpExchange exchange) throws IOException {
        callsInFlight.incrementAndGet();
        try {
            state().handle(exchange);
        } catch (RuntimeException | Error e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The request " + exchange.getRequestMethod() + " " + exchange.getRequestURI() + " failed",
                    e);
            throw new IOException("The connection of a failed request is closed", e);
        } finally {
            callsInFlight.decrementAndGet();
        }
    }

    /** Returns the base URL without a slash at the end; of a server that listens on all addresses, the local one. */
    String baseUrl() {
        InetSocketAddress address = http.getAddress();
        String host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    int port() {
        return http.getAddress().getPort();
    }

    boolean isIdle() {
        return callsInFlight.get() == 0 && state().jobs.areAllTerminal();
    }

    /** Returns the state since the last reset. */
    synchronized ServiceState state() {
        return state;
    }

    /** Returns a new file in the folder for uploads and results. */
    synchronized Path newFile() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory(settings.temporaryFolder, "docproc-test-service");
        }
        return Files.createTempFile(folder, "document", ".tmp");
    }

    /** Returns the client for callbacks, which does not follow redirects. */
    synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(10))
                    .build();
        }
        return client;
    }

    /** Discards the state with its jobs and callbacks. Calls in flight complete with it. */
    synchronized void reset() {
        state.jobs.close();
        state = new ServiceState(settings, this);
    }

    /** Stops the server, closes its connections, interrupts calls and jobs in flight and deletes the files. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
        ParseJobs jobs = state().jobs;
        jobs.close();
        awaitEnd(threads);
        jobs.threads().forEach(TestServer::awaitEnd);
        if (folder != null) {
            for (File file : folder.toFile().listFiles()) {
                file.delete();
            }
            folder.toFile().delete();
        }
    }

    private static void awaitEnd(ExecutorService threads) {
        try {
            if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "A call or job continues after the service was closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
