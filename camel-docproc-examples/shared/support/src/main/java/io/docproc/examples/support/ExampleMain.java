/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
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
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.util.FileUtil;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.function.ThrowingConsumer;

/**
 * Camel Main of an example, configured by the example's {@code application.properties}. By default it loads the routes of the
 * example in the format that the property {@code docproc.dsl} names. {@link #close} stops the
 * application and then the servers that it has used.
 */
public final class ExampleMain implements AutoCloseable {
    private final Main main = new Main();
    private final Console console;
    private final Deque<Closeable> resources = new ArrayDeque<>();
    private Optional<LocalService> localService = Optional.empty();

    private ExampleMain(Console console) {
        this.console = console;
    }

    /**
     * Initializes an example.
     *
     * @param name folder of the example, also on the class path
     * @param properties take precedence over system properties and the file
     * @param out receives the report
     * @param preparation starts servers and sets properties, after the properties are loaded and before components and
     *     routes are configured
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
                example.prepare(name, preparation);
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

    private void prepare(String name, ThrowingConsumer<ExampleMain, Exception> preparation) {
        routes(name + "/" + name);
        try {
            preparation.accept(this);
        } catch (Exception e) {
            throw RuntimeCamelException.wrapRuntimeException(e);
        }
    }

    /**
     * Starts the local service unless {@code docproc.baseUrl} is set.
     *
     * @param options of the local service, which listens on a free port
     * @throws InvalidSettingException if a base URL is set without the credentials
     */
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
        if (!properties().isSet("docproc.requestsPerSecond")) {
            set("docproc.requestsPerSecond", "0");
        }
        console.line("Local service at " + service.baseUrl()
                + ": no account, no cost; reads scans and photos if tesseract is installed");
    }

    /**
     * Configures the HTTP server for callbacks: for the local service a free port and a new secret, else the properties.
     *
     * @throws InvalidSettingException if a property is missing or the port is not available
     */
    private void prepareCallbacks() throws IOException {
        if (localService.isPresent()) {
            int port = LocalPort.free();
            set("docproc.publicUrl", "http://127.0.0.1:" + port);
            set("docproc.port", String.valueOf(port));
            set("docproc.host", "127.0.0.1");
            set("camel.component.docproc.callback-secret", UUID.randomUUID().toString());
            if (!properties().isSet("docproc.pollAfter")) {
                set("docproc.pollAfter", "3000");
            }
            return;
        }
        properties()
                .require("docproc.publicUrl", "docproc.publicUrl, the URL at which the service reaches this machine,");
        properties()
                .require("camel.component.docproc.callback-secret", "the environment variable DOCPROC_CALLBACK_SECRET");
        int port = properties().number("docproc.port", 0);
        try {
            LocalPort.requireFree(InetAddress.getByName(properties().text("docproc.host")), port);
        } catch (BindException e) {
            throw new InvalidSettingException("docproc.port is " + port + ", where callbacks cannot be received ("
                    + e.getMessage() + "); stop the program that listens there, or set another port");
        }
    }

    /**
     * Reserves the folder {@code docproc.state}, starts the local service unless {@code docproc.baseUrl} is set, and
     * configures the HTTP server for callbacks.
     *
     * @throws InvalidSettingException if another run uses the folder, or a property is missing
     */
    public void prepareJobs(LocalServiceOptions options) throws IOException {
        Path state = properties().folder("docproc.state");
        lock(state);
        startService(options);
        if (localService.isPresent()) {
            // It has lost its jobs, so they cannot be polled.
            FileUtil.removeDir(state.resolve("jobs").toFile());
        }
        prepareCallbacks();
    }

    /**
     * Reserves an existing folder for this run. The operating system releases it when the process ends.
     *
     * @throws InvalidSettingException if another run uses it
     */
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

    /**
     * Selects the routes, unless {@code camel.main.routes-include-pattern} is set.
     *
     * @param files files of the class path without {@code .camel.yaml} or {@code .camel.xml}
     */
    public void routes(String... files) {
        String suffix = ".camel." + properties().text("docproc.dsl");
        main.configure()
                .setRoutesIncludePattern(Stream.of(files)
                        .map(file -> "classpath:" + file + suffix)
                        .collect(Collectors.joining(",")));
    }

    /** Sets a property. */
    public void set(String property, String value) {
        main.addOverrideProperty(property, value);
        main.getCamelContext().getPropertiesComponent().setOverrideProperties(main.getOverrideProperties());
    }

    /**
     * Adds the notifiers of a run, which ends when it is completed.
     *
     * @param completed called after each poll
     */
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
