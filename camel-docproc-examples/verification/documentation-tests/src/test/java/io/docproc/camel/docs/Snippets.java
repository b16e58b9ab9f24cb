/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Copies tested code into documentation pages. The block below a line
 *
 * <pre>// snippet: ../camel-docproc-examples/verification/documentation-tests/src/test/resources/docs/crop.yaml#route</pre>
 *
 * contains the lines of the file between the comments {@code tag::route[]} and {@code end::route[]}, or the whole file
 * if no tag is named. Unlike an include, the code is visible in viewers that do not resolve includes.
 */
final class Snippets {
    static final Pattern BLOCK =
            Pattern.compile("^// snippet: ([^#\\s]+)(?:#([\\w-]+))?\\R----\\R(?s:(.*?))^----$", Pattern.MULTILINE);

    private final Path directory;

    /** @param directory directory to which file names are relative */
    Snippets(Path directory) {
        this.directory = directory;
    }

    /** Returns the page with the current code of each snippet. */
    String refresh(String page) {
        return BLOCK.matcher(page).replaceAll(block -> Matcher.quoteReplacement(refreshBlock(block)));
    }

    private String refreshBlock(MatchResult block) {
        int from = block.start(3) - block.start();
        int to = block.end(3) - block.start();
        String code = code(directory.resolve(block.group(1)), block.group(2));
        return block.group().substring(0, from) + code + block.group().substring(to);
    }

    private static String code(Path file, String tag) {
        List<String> lines = lines(file);
        if (tag != null) {
            lines = lines.subList(
                    onlyLine(file, lines, "tag::" + tag + "[]") + 1, onlyLine(file, lines, "end::" + tag + "[]"));
        }
        String code = String.join("\n", lines.stream().filter(Snippets::isCode).toList());
        return code.stripIndent().strip() + "\n";
    }

    private static int onlyLine(Path file, List<String> lines, String marker) {
        List<String> matches =
                lines.stream().filter(line -> line.contains(marker)).toList();
        if (matches.size() != 1) {
            throw new IllegalStateException(file + " has " + matches.size() + " lines with " + marker);
        }
        return lines.indexOf(matches.get(0));
    }

    /** Returns whether a line is shown: nested tags and the licence line are not. */
    private static boolean isCode(String line) {
        return !line.contains("tag::") && !line.contains("end::") && !line.contains("SPDX-License-Identifier");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
