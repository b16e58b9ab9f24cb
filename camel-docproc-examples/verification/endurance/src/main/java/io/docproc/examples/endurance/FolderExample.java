/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.support.JavaProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An example all of whose documents and results are in folders: the main job, and that of the FTP server. */
final class FolderExample implements KilledExample {
    private static final Set<String> NO_RESULTS = Set.of("index.html");

    private final Path home;
    private final Class<?> main;
    private final Set<Kind> kinds;
    private final Folders folders;

    /**
     * Where everything is.
     *
     * @param processed a line for each document that has its result, which begins with its name; need not exist
     */
    private record Folders(Path inbox, Path done, Path failed, Path results, Path processed) {}

    private FolderExample(Path home, Class<?> main, Set<Kind> kinds, Folders folders) throws IOException {
        this.home = home;
        this.main = main;
        this.kinds = kinds;
        this.folders = folders;
        Files.createDirectories(folders.inbox());
    }

    /** The main job: photos are cropped, documents are read. */
    static FolderExample job(Path home) throws IOException {
        return new FolderExample(
                home,
                io.docproc.examples.quickstart.Main.class,
                Set.of(Kind.values()),
                new Folders(
                        home.resolve("inbox"),
                        home.resolve("outbox/originals"),
                        home.resolve("failed"),
                        home.resolve("outbox"),
                        home.resolve("none")));
    }

    /** Documents on an FTP server are read. */
    static FolderExample ftp(Path home) throws IOException {
        Path own = home.resolve("data");
        Path inbox = own.resolve("server/inbox");
        return new FolderExample(
                home,
                io.docproc.examples.ftp.Main.class,
                Set.of(Kind.TEXT, Kind.BROKEN),
                new Folders(
                        inbox,
                        inbox.resolve(".done"),
                        inbox.resolve(".failed"),
                        own.resolve("results"),
                        own.resolve("state/processed.txt")));
    }

    @Override
    public Set<Kind> kinds() {
        return kinds;
    }

    @Override
    public JavaProgram program(ServiceAccount account, RunMode runMode) {
        return new JavaProgram(
                main,
                List.of(),
                Map.of(
                        "docproc.home", home.toString(),
                        "docproc.baseUrl", account.baseUrl(),
                        "docproc.requestsPerSecond", "0",
                        "docproc.watch", String.valueOf(runMode == RunMode.UNTIL_STOPPED),
                        "java.awt.headless", "true"),
                Map.of("DOCPROC_APP_ID", account.appId(), "DOCPROC_SECRET_CODE", account.secretCode()));
    }

    @Override
    public void put(GeneratedDocument document) throws IOException {
        Files.move(document.file(), folders.inbox().resolve(document.name()), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public Set<String> waiting() throws IOException {
        return files(folders.inbox()).stream()
                .filter(name -> !name.startsWith("."))
                .collect(Collectors.toSet());
    }

    @Override
    public Set<String> processed() throws IOException {
        if (!Files.exists(folders.processed())) {
            return Set.of();
        }
        List<String> lines = Files.readAllLines(folders.processed());
        return waiting().stream()
                .filter(name -> lines.stream().anyMatch(line -> line.startsWith(name + "-")))
                .collect(Collectors.toSet());
    }

    @Override
    public DocumentState documentState(GeneratedDocument document) throws IOException {
        return new DocumentState(
                content(folders.results().resolve(resultName(document))),
                content(below(folders.failed(), document.name() + ".error.txt"))
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8)),
                Files.exists(below(folders.done(), document.name())),
                Files.exists(below(folders.failed(), document.name())));
    }

    /** The file in the folder, or in one of its folders, which are versions. */
    private static Path below(Path folder, String name) throws IOException {
        if (!Files.exists(folder)) {
            return folder.resolve(name);
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElse(folder.resolve(name));
        }
    }

    private static Optional<byte[]> content(Path file) throws IOException {
        return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    }

    @Override
    public Set<String> results() throws IOException {
        Set<String> results = files(folders.results());
        results.removeAll(NO_RESULTS);
        return results;
    }

    @Override
    public String resultName(GeneratedDocument document) throws IOException {
        String extension = document.kind() == Kind.PHOTO ? ".jpg" : ".json";
        // A version may stand between the two; a second result belongs to no document.
        return results().stream()
                .filter(name -> name.startsWith(document.name() + ".") && name.endsWith(extension))
                .min(Comparator.naturalOrder())
                .orElse(document.name() + extension);
    }

    private static Set<String> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return new HashSet<>();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    @Override
    public void close() {
        // nothing runs
    }
}
