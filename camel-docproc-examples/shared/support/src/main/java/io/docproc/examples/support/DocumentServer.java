/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Source of the documents of an example: a folder, a local server that stops with the run, or a server of the user.
 *
 * @param address printed at the start of a run
 * @param properties placeholders of the route, such as {@code ftp.port}
 * @param inbox folder of the documents; empty for a server of the user, which only the route can list
 * @param stop stops the server
 */
public record DocumentServer(String address, Map<String, String> properties, Optional<Inbox> inbox, Closeable stop)
        implements Closeable {
    private static final String FOLDER = "file.folder";

    public static final String HOST = "127.0.0.1";
    public static final String USER = "docproc";
    public static final String PASSWORD = "local-password";

    /** Returns a folder without a server. */
    public static DocumentServer folder(Path data) {
        Inbox inbox = new Inbox(data.resolve("inbox"));
        return new DocumentServer(
                "Folder " + inbox.folder(), Map.of(FOLDER, inbox.folder().toString()), Optional.of(inbox), () -> {});
    }

    /**
     * Returns a folder or a server of the user.
     *
     * @param location property that names it, {@code file.folder} for a folder
     */
    public static DocumentServer external(String location, String value) {
        Optional<Inbox> inbox = location.equals(FOLDER) ? Optional.of(new Inbox(Path.of(value))) : Optional.empty();
        return new DocumentServer("Source " + location + "=" + value, Map.of(), inbox, () -> {});
    }

    /** Returns a started server on the loopback interface, with the files of a folder {@code server}. */
    public static DocumentServer local(String scheme, int port, Path data, Map<String, String> more, Closeable stop) {
        Inbox inbox = new Inbox(root(data).resolve("inbox"));
        Map<String, String> properties = new HashMap<>(more);
        properties.put(scheme + ".host", HOST);
        properties.put(scheme + ".port", String.valueOf(port));
        properties.put(scheme + ".user", USER);
        properties.put(scheme + ".password", PASSWORD);
        properties.put(scheme + ".folder", "inbox");
        String address = "%s server at %s://%s:%d/inbox, files in %s"
                .formatted(scheme.toUpperCase(Locale.ROOT), scheme, HOST, port, inbox.folder());
        return new DocumentServer(address, properties, Optional.of(inbox), stop);
    }

    /** Returns the root folder of a local server. */
    public static Path root(Path data) {
        return data.resolve("server");
    }

    /** Returns the paths of the documents in the inbox; none if the inbox cannot be listed. */
    public List<String> waiting() {
        return inbox.map(Inbox::waiting).orElse(List.of());
    }

    @Override
    public void close() throws IOException {
        stop.close();
    }

    /**
     * Folder of the documents of a local server.
     *
     * @param folder the folder; it need not exist
     */
    public record Inbox(Path folder) {

        /** Returns true if the folder does not exist. */
        public boolean isNew() {
            return !Files.exists(folder);
        }

        /**
         * Creates the folder with copies of all documents; after a crash, with none.
         *
         * @param documents files by their names in the folder
         */
        public void put(Map<String, Path> documents) throws IOException {
            Path unfinished = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "unfinished");
            for (Map.Entry<String, Path> document : documents.entrySet()) {
                Path copy = unfinished.resolve(document.getKey());
                Files.createDirectories(copy.getParent());
                Files.copy(document.getValue(), copy);
            }
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        }

        /** Returns the paths of the documents below the folder; a folder or file whose name begins with a dot is excluded. */
        public List<String> waiting() {
            List<String> waiting = new ArrayList<>();
            addTo(waiting, folder.toFile(), "");
            waiting.sort(Comparator.naturalOrder());
            return waiting;
        }

        /** The route moves files meanwhile, so a file may be missing when it is visited. */
        private static void addTo(List<String> waiting, File folder, String path) {
            File[] files = folder.listFiles(file -> !file.getName().startsWith("."));
            for (File file : Objects.requireNonNullElse(files, new File[0])) {
                if (file.isDirectory()) {
                    addTo(waiting, file, path + file.getName() + File.separator);
                } else if (file.isFile()) {
                    waiting.add(path + file.getName());
                }
            }
        }
    }
}
