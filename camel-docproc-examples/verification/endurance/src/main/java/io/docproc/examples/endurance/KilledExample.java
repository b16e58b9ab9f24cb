/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Example that is killed, with its state on disk. This class has the documents and results in folders. */
class KilledExample implements AutoCloseable {
    private static final Pattern DOCUMENT = Pattern.compile("document-\\d{6}\\.\\w+");
    private static final String NOTE = ".error.txt";

    private final Path home;
    private final Class<?> main;
    private final Set<Kind> kinds;
    private final Map<Area, Path> folders;

    /** What the example does with a document. */
    enum Area {
        WAITING,
        DONE,
        FAILED,
        RESULTS
    }

    /** @param folders their names below the home of the example */
    KilledExample(Path home, Class<?> main, Set<Kind> kinds, Map<Area, Path> folders) {
        this.home = home;
        this.main = main;
        this.kinds = kinds;
        this.folders = folders;
    }

    /** Returns the main job, which crops photos and parses documents. */
    static KilledExample job(Path home) throws IOException {
        Path inbox = Files.createDirectories(home.resolve("inbox"));
        Path outbox = home.resolve("outbox");
        Map<Area, Path> folders = Map.of(
                Area.WAITING,
                inbox,
                Area.DONE,
                outbox.resolve("originals"),
                Area.FAILED,
                outbox.resolve("failed"),
                Area.RESULTS,
                outbox);
        return new KilledExample(home, io.docproc.examples.quickstart.Main.class, Set.of(Kind.values()), folders);
    }

    /** Returns the example that extracts from the documents of an FTP server. */
    static KilledExample ftp(Path home) throws IOException {
        Path inbox = Files.createDirectories(home.resolve("data/server/inbox"));
        Map<Area, Path> folders = Map.of(
                Area.WAITING, inbox,
                Area.DONE, inbox.resolve(".done"),
                Area.FAILED, inbox.resolve(".failed"),
                Area.RESULTS, home.resolve("data/results"));
        return new KilledExample(home, io.docproc.examples.ftp.Main.class, Set.of(Kind.TEXT, Kind.BROKEN), folders);
    }

    final Path home() {
        return home;
    }

    final Class<?> main() {
        return main;
    }

    final Set<Kind> kinds() {
        return kinds;
    }

    /** Returns the system properties of the process, which continues the work of an earlier process. */
    Map<String, String> properties(String baseUrl, boolean watch) {
        return Map.of(
                "docproc.home",
                home.toString(),
                "docproc.baseUrl",
                baseUrl,
                "docproc.requestsPerSecond",
                "0",
                "docproc.watch",
                String.valueOf(watch),
                // More kills than the sendings after which a document is refused
                "camel.component.docproc.max-unanswered-calls",
                "0",
                "java.awt.headless",
                "true");
    }

    /** Adds a document to the inbox atomically. */
    void put(GeneratedDocument document) throws IOException {
        Files.move(document.file(), folders.get(Area.WAITING).resolve(document.name()), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the names of the files of an area, including unfinished ones; they contain the name of the document. */
    Set<String> names(Area area) throws IOException {
        Path folder = folders.get(area);
        if (!Files.exists(folder)) {
            return Set.of();
        }
        boolean versions = area == Area.DONE || area == Area.FAILED;
        try (Stream<Path> files = Files.walk(folder, versions ? 2 : 1)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.equals("index.html") && !(area == Area.WAITING && name.startsWith(".")))
                    .collect(Collectors.toSet());
        }
    }

    /** Returns the content of a file of an area. */
    byte[] content(Area area, String name) throws IOException {
        return Files.readAllBytes(folders.get(area).resolve(name));
    }

    /** Returns the documents that the example has recorded as processed, even if their originals still wait. */
    Set<String> processed() throws IOException {
        Path lines = home.resolve("data/state/processed.txt");
        return Files.exists(lines) ? documents(Files.readAllLines(lines).stream()) : Set.of();
    }

    /** Returns the documents whose originals have not been moved to their final place. */
    final Set<String> waiting() throws IOException {
        return documents(names(Area.WAITING).stream());
    }

    static Set<String> documents(Stream<String> texts) {
        return texts.flatMap(text ->
                        DOCUMENT.matcher(text).results().map(MatchResult::group).limit(1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the first difference from the expected files of a document; empty if there is none. */
    final Optional<String> problem(GeneratedDocument document) throws IOException {
        List<String> results = names(Area.RESULTS, document);
        List<String> done = names(Area.DONE, document);
        List<String> failed = names(Area.FAILED, document);
        List<String> notes = failed.stream().filter(name -> name.endsWith(NOTE)).toList();
        if (document.kind() == Kind.BROKEN) {
            boolean right = results.isEmpty()
                    && done.isEmpty()
                    && failed.size() == 2
                    && notes.size() == 1
                    && new String(content(Area.FAILED, notes.get(0)), StandardCharsets.UTF_8)
                            .contains(document.name() + " was not");
            return right
                    ? Optional.empty()
                    : Optional.of("is broken: results " + results + ", done " + done + ", failed " + failed);
        }
        boolean right = results.size() == 1 && done.size() == 1 && failed.isEmpty();
        return right
                ? document.problem(content(Area.RESULTS, results.get(0)))
                : Optional.of("MISSING or too many: results " + results + ", done " + done + ", failed " + failed);
    }

    private List<String> names(Area area, GeneratedDocument document) throws IOException {
        return names(area).stream()
                .filter(name -> name.contains(document.name()))
                .toList();
    }

    @Override
    public void close() {
        // nothing to release
    }
}
