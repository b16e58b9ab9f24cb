/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.FileTree;
import io.docproc.examples.support.PollingRun;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** An example with a folder of its own, and a local service that counts its calls. */
final class PollerFixture implements AutoCloseable {
    private final Poller poller;
    private final Path home;
    private final Map<String, String> properties = new HashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final LocalService service;

    PollerFixture(Poller poller, Path home, String... faults) throws IOException {
        this.poller = poller;
        this.home = home;
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .temporaryFolder(Files.createDirectories(home))
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList())
                        .callLines(calls::add))
                .start();
        properties.put("docproc.home", home.toString());
        properties.put("docproc.baseUrl", service.baseUrl());
        properties.put("docproc.requestsPerSecond", "0");
        properties.put("camel.component.docproc.app-id", "local-app");
        properties.put("camel.component.docproc.secret-code", "local-secret");
        properties.put("docproc.idleSeconds", "4");
    }

    PollerFixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    /** Selects the routes in YAML or XML. */
    PollerFixture dsl(String dsl) {
        return with("docproc.dsl", dsl);
    }

    /** Runs until no document is left. */
    boolean run() throws Exception {
        PrintStream out = new PrintStream(console, true, StandardCharsets.UTF_8);
        return new PollingRun(poller.example(), properties, out).run();
    }

    /** Starts it in a process of its own. */
    Process start(String... javaOptions) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Djava.io.tmpdir=" + home,
                "-Djava.awt.headless=true"));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(List.of(javaOptions));
        command.add(poller.main().getName());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(home.toFile(), "console.txt"))
                .start();
    }

    String console() throws IOException {
        Path ofProcess = home.resolve("console.txt");
        return console.toString(StandardCharsets.UTF_8) + (Files.exists(ofProcess) ? Files.readString(ofProcess) : "");
    }

    /** A document that the example can process, with a number of its own. */
    String drop(String folder, int number) throws IOException {
        String name = folder + "order-" + number + (poller == Poller.FILE ? ".png" : ".txt");
        Path file = inbox(name);
        Files.createDirectories(file.getParent());
        if (poller == Poller.FILE) {
            ImageIO.write(photo(number), "png", file.toFile());
        } else {
            Files.writeString(file, "Order No.: N-" + number);
        }
        return name;
    }

    /** Puts a file of any content into the inbox. */
    Path put(String name, String content) throws IOException {
        Files.createDirectories(inbox(name).getParent());
        return Files.writeString(inbox(name), content);
    }

    /** Returns the calls that the service has received. */
    List<String> calls() {
        return calls;
    }

    Path inbox(String name) {
        return (poller == Poller.FILE ? folder() : folder().resolve("server"))
                .resolve("inbox")
                .resolve(name);
    }

    /** Returns the processed original of a document; a missing file if there is none. */
    Path done(String name) throws IOException {
        return only(versions(".done", name), ".done/" + name);
    }

    /** Returns the original or the note of a failed document; a missing file if there is none. */
    Path failed(String name) throws IOException {
        return only(versions(".failed", name), ".failed/" + name);
    }

    /** Returns the originals of all documents of this name. */
    List<Path> versions(String archive, String name) throws IOException {
        return files(inbox(archive)).stream()
                .filter(file -> withoutVersion(file).equals(name))
                .map(file -> inbox(archive).resolve(file))
                .toList();
    }

    /** Returns the names in an archive without the folders of the versions. */
    List<String> archived(String archive) throws IOException {
        return files(inbox(archive)).stream()
                .map(PollerFixture::withoutVersion)
                .sorted()
                .toList();
    }

    private static String withoutVersion(String file) {
        return file.substring(file.indexOf('/') + 1);
    }

    private Path only(List<Path> found, String defaultValue) {
        assertThat(found).hasSizeLessThan(2);
        return found.isEmpty() ? inbox(defaultValue) : found.get(0);
    }

    Path result(String document) throws IOException {
        return only(versionsOfResult(document), "no result of " + document);
    }

    /** Returns the results of all documents of this name. */
    List<Path> versionsOfResult(String document) throws IOException {
        String ending = poller == Poller.FILE ? ".0.jpg" : ".json";
        return results().stream()
                .filter(name -> name.startsWith(document + ".") && name.endsWith(ending))
                .map(name -> folder().resolve("results").resolve(name))
                .toList();
    }

    Path state() {
        return folder().resolve("state");
    }

    /** Returns the local copies of documents of a server. */
    List<String> localCopies() throws IOException {
        return files(folder().resolve("work"));
    }

    private Path folder() {
        return home.resolve("data");
    }

    /** The files below a folder that are not hidden. */
    static List<String> files(Path folder) throws IOException {
        return FileTree.files(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .filter(name -> !name.startsWith(".") && !name.contains("/."))
                .sorted()
                .toList();
    }

    List<String> results() throws IOException {
        return files(folder().resolve("results"));
    }

    List<String> waiting() throws IOException {
        return files(inbox(""));
    }

    /** A sheet on a dark table. */
    private static BufferedImage photo(int number) {
        BufferedImage photo = new BufferedImage(300, 400, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = photo.createGraphics();
        graphics.setColor(new Color(52, 58, 66));
        graphics.fillRect(0, 0, 300, 400);
        graphics.setColor(new Color(238, 236, 230));
        graphics.fill(new Polygon(new int[] {40, 250, 260, 30}, new int[] {50, 40, 350, 360}, 4));
        graphics.setColor(new Color(40, 40, 44));
        graphics.drawString(String.valueOf(number), 100, 100);
        graphics.dispose();
        return photo;
    }

    @Override
    public void close() {
        service.close();
    }
}
