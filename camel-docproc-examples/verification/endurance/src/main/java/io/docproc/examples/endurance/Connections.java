/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Open connections of this process with their remote addresses, on Linux only. Sockets of the system's own
 * kind (unix) are left out: the virtual machine keeps one for itself, and another since the first tool has looked into it.
 */
final class Connections {
    private static final List<Path> TABLES = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));
    private static final Path OWN_KIND = Path.of("/proc/self/net/unix");
    private static final int INODE_COLUMN = 6;
    private static final Path HANDLES = Path.of("/proc/self/fd");
    private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
    private static final Pattern ROW = Pattern.compile(
            "\\s*\\d+: (?<here>\\p{XDigit}+):(?<herePort>\\p{XDigit}{4}) (?<there>\\p{XDigit}+):(?<therePort>\\p{XDigit}{4})"
                    + " (?<state>\\p{XDigit}{2})(?: +\\S+){5} +(?<inode>\\d+).*");

    /** In the kernel's order, from 1. */
    private static final List<String> STATES = List.of(
            "ESTABLISHED",
            "SYN_SENT",
            "SYN_RECV",
            "FIN_WAIT1",
            "FIN_WAIT2",
            "TIME_WAIT",
            "CLOSE",
            "CLOSE_WAIT",
            "LAST_ACK",
            "LISTEN",
            "CLOSING");

    private Connections() {}

    /** One line for each: its own address, that of the other end, and its state; or that it is no TCP. */
    static List<String> open() throws IOException {
        if (!Files.isDirectory(HANDLES)) {
            return List.of();
        }
        Map<String, String> known = new HashMap<>();
        for (Path table : TABLES) {
            if (Files.isReadable(table)) {
                Files.readAllLines(table).stream()
                        .map(ROW::matcher)
                        .filter(Matcher::matches)
                        .forEach(row -> known.put(row.group("inode"), line(row)));
            }
        }
        Set<String> ownKind = ownKind();
        try (Stream<Path> handles = Files.list(HANDLES)) {
            return handles.map(Connections::inode)
                    .flatMap(List::stream)
                    .filter(inode -> !ownKind.contains(inode))
                    .map(inode -> known.getOrDefault(inode, "socket " + inode + ", not TCP or not connected"))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> ownKind() throws IOException {
        if (!Files.isReadable(OWN_KIND)) {
            return Set.of();
        }
        try (Stream<String> rows = Files.lines(OWN_KIND)) {
            return rows.map(row -> row.strip().split(" +"))
                    .filter(columns -> columns.length > INODE_COLUMN)
                    .map(columns -> columns[INODE_COLUMN])
                    .collect(Collectors.toSet());
        }
    }

    /** Empty if it is no socket, or has been closed meanwhile. */
    private static List<String> inode(Path handle) {
        try {
            Matcher socket = SOCKET.matcher(Files.readSymbolicLink(handle).toString());
            return socket.matches() ? List.of(socket.group(1)) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static String line(Matcher row) {
        int state = HexFormat.fromHexDigits(row.group("state"));
        return address(row.group("here")) + ":" + HexFormat.fromHexDigits(row.group("herePort")) + " to "
                + address(row.group("there")) + ":" + HexFormat.fromHexDigits(row.group("therePort")) + " "
                + (state < 1 || state > STATES.size() ? "state " + state : STATES.get(state - 1));
    }

    /** The kernel writes words of four bytes as numbers of this machine, which begins with the lowest byte. */
    private static String address(String hex) {
        byte[] words = HexFormat.of().parseHex(hex);
        byte[] bytes = new byte[words.length];
        for (int i = 0; i < words.length; i++) {
            bytes[i] = words[i - i % Integer.BYTES + Integer.BYTES - 1 - i % Integer.BYTES];
        }
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            return hex;
        }
    }
}
