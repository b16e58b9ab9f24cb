/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.FileTree;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs the recipes on the local service and records calls and the locations of documents. */
final class ErrorFixture implements AutoCloseable {
    static final String CONTENT = "Invoice No. INV-7\nTotal 12.50\n";

    /** Version of the dropped documents, which distinguishes documents of the same name. */
    private static final String VERSION = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmssSSS")
                    .withZone(ZoneId.systemDefault())
                    .format(Instant.EPOCH)
            + "-" + CONTENT.length();

    /** Assertions on the state after a run. */
    interface Assertions {
        void check(ErrorFixture fixture) throws Exception;
    }

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Path home;
    private final Consumer<ExampleMain> recipes;
    private final LocalService service;

    ErrorFixture(Path home, Consumer<ExampleMain> recipes, LocalServiceOptions options, String... faults)
            throws IOException {
        this.home = home;
        this.recipes = recipes;
        this.service = new LocalService(options.port(0)
                        .price(new BigDecimal("0.05"))
                        .callLines(calls::add)
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList()))
                .start();
        Files.createDirectories(home.resolve("inbox"));
    }

    /** Returns a fixture without faults. */
    static ErrorFixture of(Path home, Dsl dsl) throws IOException {
        return new ErrorFixture(home, dsl::load, new LocalServiceOptions());
    }

    /** Runs one document through the recipes until a file exists and the inbox is empty. */
    static void run(Path home, Dsl dsl, String fault, String file, Assertions assertions) throws Exception {
        try (ErrorFixture fixture = new ErrorFixture(home, dsl::load, new LocalServiceOptions(), fault);
                ErrorApplication application = fixture.drop("a.txt").start()) {
            fixture.awaitFile(file);
            await().until(() -> fixture.names("inbox").isEmpty());
            assertions.check(fixture);
        }
    }

    /** Waits until a file of a document that was dropped exists. */
    void awaitFile(String file) {
        await().until(() -> Files.exists(home.resolve(versioned(file))));
    }

    ErrorFixture drop(String... names) throws IOException {
        for (String name : names) {
            put(name, CONTENT);
        }
        return this;
    }

    void put(String name, String content) throws IOException {
        // a whole file at once, as the poller expects it
        Path hidden = Files.writeString(home.resolve("inbox").resolve("." + name), content);
        Files.setLastModifiedTime(hidden, FileTime.fromMillis(0));
        Files.move(hidden, home.resolve("inbox").resolve(name));
    }

    /** Returns the path of a file of a dropped document, such as {@code failed/a.txt}, with its version. */
    static String versioned(String file) {
        return file.startsWith("outbox/")
                ? file.replaceFirst("(([.]partial)?[.]json)$", "." + VERSION + "$1")
                : file.replaceFirst("/", "/" + VERSION + "/");
    }

    /** Starts the application, which is closed by the caller. */
    ErrorApplication start() {
        return application(service.baseUrl()).start();
    }

    String baseUrl() {
        return service.baseUrl();
    }

    ErrorApplication application(String baseUrl) {
        return new ErrorApplication(recipes, home, baseUrl)
                .set("docproc.pollDelay", 50)
                .set("camel.component.docproc.rate-limit-cooldown", "50");
    }

    /** The codes with which calls of an operation ended, in their order. */
    List<String> calls(String operation) {
        return calls.stream()
                .filter(line -> line.startsWith(operation + " "))
                .map(line -> line.split(" ")[1])
                .toList();
    }

    /** The names of the files in a folder, as if there were no others of the same name. */
    List<String> names(String folder) throws IOException {
        return FileTree.files(home.resolve(folder)).stream()
                .map(file -> file.getFileName().toString().replace("." + VERSION, ""))
                .sorted()
                .toList();
    }

    String read(String file) throws IOException {
        return Files.readString(home.resolve(versioned(file)));
    }

    @Override
    public void close() {
        service.close();
    }
}
