/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Source of the documents of an example: a folder, a local server that stops with the run, or a server of the user.
 *
 * @param address printed at the start of a run
 * @param properties placeholders of the route, such as {@code ftp.port}
 * @param inbox folder of the documents, which need not exist; empty for a server of the user, which only the route can list
 * @param stop stops the server
 */
public record DocumentServer(String address, Map<String, String> properties, Optional<Path> inbox, Closeable stop)
        implements Closeable {
    private static final String FOLDER = "file.folder";

    public static final String HOST = "127.0.0.1";
    public static final String USER = "docproc";
    public static final String PASSWORD = "local-password";

    /** Returns a folder without a server. */
    public static DocumentServer folder(Path data) {
        Path inbox = data.resolve("inbox");
        return new DocumentServer("Folder " + inbox, Map.of(FOLDER, inbox.toString()), Optional.of(inbox), () -> {});
    }

    /** Returns a folder or a server of the user, which the property {@code location} names. */
    static DocumentServer external(String location, String value) {
        Optional<Path> inbox = Optional.of(location).filter(FOLDER::equals).map(it -> Path.of(value));
        return new DocumentServer("Source " + location + "=" + value, Map.of(), inbox, () -> {});
    }

    /** Returns a started server on the loopback interface, with the files of a folder {@code server}. */
    public static DocumentServer local(String scheme, int port, Path data, Map<String, String> more, Closeable stop) {
        Path inbox = root(data).resolve("inbox");
        Map<String, String> properties = new HashMap<>(more);
        properties.put(scheme + ".host", HOST);
        properties.put(scheme + ".port", String.valueOf(port));
        properties.put(scheme + ".user", USER);
        properties.put(scheme + ".password", PASSWORD);
        properties.put(scheme + ".folder", "inbox");
        String address = "%s server at %s://%s:%d/inbox, files in %s"
                .formatted(scheme.toUpperCase(Locale.ROOT), scheme, HOST, port, inbox);
        return new DocumentServer(address, properties, Optional.of(inbox), stop);
    }

    /** Returns the root folder of a local server. */
    public static Path root(Path data) {
        return data.resolve("server");
    }

    /** Creates the inbox with copies of all documents, by their names in it; after a crash, with none. */
    void put(Map<String, Path> documents) throws IOException {
        Path folder = inbox.orElseThrow();
        Path unfinished = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "unfinished");
        for (Map.Entry<String, Path> document : documents.entrySet()) {
            Path copy = unfinished.resolve(document.getKey());
            Files.createDirectories(copy.getParent());
            Files.copy(document.getValue(), copy);
        }
        Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the paths of the documents below the inbox, without hidden files and folders; none if it cannot be listed. */
    List<String> waiting() {
        return inbox.stream()
                .flatMap(folder -> waiting(folder.toFile(), ""))
                .sorted()
                .toList();
    }

    /** The route moves files meanwhile, so a file may be missing when it is visited. */
    private static Stream<String> waiting(File folder, String path) {
        File[] files = folder.listFiles(file -> !file.getName().startsWith("."));
        return Stream.of(Objects.requireNonNullElse(files, new File[0]))
                .flatMap(file -> file.isDirectory()
                        ? waiting(file, path + file.getName() + File.separator)
                        : Stream.of(path + file.getName()).filter(name -> file.isFile()));
    }

    @Override
    public void close() throws IOException {
        stop.close();
    }
}
