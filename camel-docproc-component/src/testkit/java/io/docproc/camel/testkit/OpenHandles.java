/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files and connections that this process has open, none on systems without {@code /proc}. */
public final class OpenHandles {
    private static final Path HANDLES = Path.of("/proc/self/fd");
    /** Each line has the remote port and the state: 01 is established, 08 closed by the other side only. */
    private static final List<Path> SOCKETS = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private OpenHandles() {}

    /** Returns the open files in a folder, deleted ones included, without lock files of processes. */
    public static List<String> filesIn(Path folder) throws IOException {
        if (!Files.isDirectory(HANDLES)) {
            return List.of();
        }
        try (Stream<Path> handles = Files.list(HANDLES)) {
            return handles.map(OpenHandles::target)
                    .filter(target -> target.startsWith(folder.toString()) && !target.endsWith(".lock"))
                    .toList();
        }
    }

    /** Another thread may close a handle before it is read. */
    private static String target(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the number of connections to a port of this machine that this process has not closed. */
    public static int connectionsTo(int port) throws IOException {
        Predicate<String> isOpen = Pattern.compile(String.format(Locale.ROOT, ":%04X (01|08) ", port))
                .asPredicate();
        int count = 0;
        for (Path sockets : SOCKETS) {
            if (Files.exists(sockets)) {
                count += (int) Files.readAllLines(sockets, StandardCharsets.US_ASCII).stream()
                        .filter(isOpen)
                        .count();
            }
        }
        return count;
    }
}
