/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.PropertyBindingException;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.util.FileUtil;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StopWatch;
import org.apache.camel.util.function.ThrowingConsumer;

/**
 * Camel Main of an example, configured by the example's {@code application.properties}. By default it loads the routes of the
 * example in the format of the property {@code docproc.dsl}. {@link #close} stops it, and then its servers.
 */
public final class ExampleMain implements AutoCloseable {
    private final Main main = new Main();
    private final Console console;
    private final Deque<Closeable> resources = new ArrayDeque<>();
    private Optional<LocalService> localService = Optional.empty();

    private ExampleMain(Console console) {
        this.console = console;
    }

    /** Runs an example and exits the process: with status 1 if the run cannot start or does not return true. */
    public static void run(Callable<Boolean> run) throws Exception {
        boolean successful = false;
        try {
            successful = run.call();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
        } catch (PropertyBindingException
                | IllegalArgumentException
                | FailedToCreateRouteException
                | FailedToStartRouteException e) {
            System.err.println(
                    "The example cannot start: " + PollMonitor.rootCause(e).getMessage());
        }
        // The idle timer of Camel Main has a thread that never ends.
        System.exit(successful ? 0 : 1);
    }

    /** Waits until a condition is true; throws an {@link IllegalStateException} if nothing is running, or after 5 minutes. */
    public static void await(BooleanSupplier condition, BooleanSupplier running) throws InterruptedException {
        StopWatch watch = new StopWatch();
        while (!condition.getAsBoolean()) {
            if (watch.taken() > TimeUnit.MINUTES.toMillis(5) || !running.getAsBoolean()) {
                throw new IllegalStateException("the demonstration has not completed");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    /**
     * Initializes the example in a folder of the class path.
     *
     * @param properties take precedence over system properties and the file
     * @param preparation starts servers and sets properties, before components and routes are configured
     */
    public static ExampleMain init(
            String name,
            Map<String, String> properties,
            PrintStream out,
            ThrowingConsumer<ExampleMain, Exception> preparation) {
        ExampleMain example = new ExampleMain(new Console(out));
        example.main.setDefaultPropertyPlaceholderLocation("classpath:" + name + "/application.properties");
        properties.forEach(example.main::addOverrideProperty);
        example.main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeConfigure(BaseMainSupport ignored) {
                example.routes(name + "/" + name);
                try {
                    preparation.accept(example);
                } catch (Exception e) {
                    throw RuntimeCamelException.wrapRuntimeException(e);
                }
            }
        });
        try {
            example.main.init();
        } catch (RuntimeException e) {
            example.close();
            throw e;
        }
        return example;
    }

    /** Starts the local service on a free port unless {@code docproc.baseUrl} is set, which needs credentials. */
    public void startService(LocalServiceOptions options) throws IOException {
        if (properties().isSet("docproc.baseUrl")) {
            properties().require("camel.component.docproc.app-id", "the environment variable DOCPROC_APP_ID");
            properties().require("camel.component.docproc.secret-code", "the environment variable DOCPROC_SECRET_CODE");
            console.line("Service at " + properties().text("docproc.baseUrl"));
            return;
        }
        LocalService service = new LocalService(options.port(0)).start();
        localService = Optional.of(service);
        closeAtEnd(service::close);
        set("docproc.baseUrl", service.baseUrl());
        set("camel.component.docproc.app-id", "local-app");
        set("camel.component.docproc.secret-code", "local-secret");
        setDefault("docproc.requestsPerSecond", "0");
        console.line("Local service at " + service.baseUrl()
                + ": no account, no cost; reads scans and photos if tesseract is installed");
    }

    /**
     * Reserves the folder {@code docproc.state}, starts the service, and configures the HTTP server for callbacks: for the
     * local service with a free port and a new secret, else with the properties.
     */
    public void prepareJobs(LocalServiceOptions options) throws IOException {
        Path state = properties().folder("docproc.state");
        lock(state);
        startService(options);
        if (localService.isPresent()) {
            // It has lost its jobs, so they cannot be polled.
            FileUtil.removeDir(state.resolve("jobs").toFile());
            int port = LocalPort.free();
            set("docproc.publicUrl", "http://127.0.0.1:" + port);
            set("docproc.port", String.valueOf(port));
            set("docproc.host", "127.0.0.1");
            set("camel.component.docproc.callback-secret", UUID.randomUUID().toString());
            setDefault("docproc.pollAfter", "3000");
            return;
        }
        properties()
                .require("docproc.publicUrl", "docproc.publicUrl, the URL at which the service reaches this machine,");
        properties()
                .require("camel.component.docproc.callback-secret", "the environment variable DOCPROC_CALLBACK_SECRET");
        int port = properties().number("docproc.port", 0);
        try {
            new ServerSocket(port, 1, InetAddress.getByName(properties().text("docproc.host"))).close();
        } catch (BindException e) {
            throw new InvalidSettingException("docproc.port is " + port + ", where callbacks cannot be received ("
                    + e.getMessage() + "); stop the program that listens there, or set another port");
        }
    }

    /** Reserves a folder until the process ends; throws an {@link InvalidSettingException} if another run uses it. */
    public void lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(".docproc-lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        closeAtEnd(channel);
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // Another run in this process has the lock.
        }
        throw new InvalidSettingException("another run works in " + folder);
    }

    /** Returns the samples that match a glob, by their paths below the folder {@code docproc.samples}. */
    public Map<String, Path> samples(String glob) throws IOException {
        Path folder = properties().path("docproc.samples");
        PathMatcher selected = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(folder::relativize)
                    // .corners.json and .fields.json are the expected results of a sample
                    .filter(name -> selected.matches(name) && !name.toString().endsWith(".json"))
                    .collect(Collectors.toMap(
                            name -> name.toString().replace('\\', '/'), folder::resolve, (a, b) -> a, TreeMap::new));
        }
    }

    /** Selects the routes: files of the class path without {@code .camel.yaml} or {@code .camel.xml}. */
    public void routes(String... files) {
        String suffix = ".camel." + properties().text("docproc.dsl");
        main.configure()
                .setRoutesIncludePattern(Stream.of(files)
                        .map(file -> "classpath:" + file + suffix)
                        .collect(Collectors.joining(",")));
    }

    private void setDefault(String property, String value) {
        if (!properties().isSet(property)) {
            set(property, value);
        }
    }

    /** Sets a property. */
    public void set(String property, String value) {
        main.addOverrideProperty(property, value);
        main.getCamelContext().getPropertiesComponent().setOverrideProperties(main.getOverrideProperties());
    }

    /** Adds the notifiers of a run, which ends when {@code completed} returns true after a poll. */
    public PollMonitor monitor(DocumentProgress progress, BooleanSupplier completed) {
        PollMonitor polls = new PollMonitor(console, () -> {
            if (completed.getAsBoolean()) {
                main.completed();
            }
        });
        main.bind("progress", progress);
        main.bind("polls", polls);
        return polls;
    }

    /** Returns true if no exchange is in flight. */
    public boolean isIdle() {
        return main.getCamelContext().getInflightRepository().size() == 0;
    }

    /** Closes a resource after the application has stopped, in reverse order. */
    public void closeAtEnd(Closeable resource) {
        resources.addFirst(resource);
    }

    /** Returns the application. */
    public Main main() {
        return main;
    }

    /** Returns the properties of the application. */
    public ExampleProperties properties() {
        return new ExampleProperties(main.getCamelContext());
    }

    /** Returns the receiver of the report. */
    public Console console() {
        return console;
    }

    /** Returns the local service; empty if an account is configured. */
    public Optional<LocalService> localService() {
        return localService;
    }

    @Override
    public void close() {
        main.stop();
        resources.forEach(IOHelper::close);
        resources.clear();
    }
}
