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
 * Code that stands in a page and comes from a file that tests run. The block below a line
 *
 * <pre>// snippet: src/test/resources/docs/crop.yaml#route</pre>
 *
 * is what the file has between the comments {@code tag::route[]} and {@code end::route[]}, or the whole file where no tag
 * is named. Readers see the code wherever the page is shown, also where includes are not resolved.
 */
final class Snippets {
    static final Pattern BLOCK =
            Pattern.compile("^// snippet: ([^#\\s]+)(?:#([\\w-]+))?\\R----\\R(?s:(.*?))^----$", Pattern.MULTILINE);

    private final Path directory;

    /** @param directory against which the names of files are resolved */
    Snippets(Path directory) {
        this.directory = directory;
    }

    /** The page with every snippet as its file has it. */
    String refresh(String page) {
        return BLOCK.matcher(page).replaceAll(block -> Matcher.quoteReplacement(refreshed(block)));
    }

    private String refreshed(MatchResult block) {
        int from = block.start(3) - block.start();
        int to = block.end(3) - block.start();
        String code = code(directory.resolve(block.group(1)), block.group(2));
        return block.group().substring(0, from) + code + block.group().substring(to);
    }

    private static String code(Path file, String tag) {
        List<String> lines = lines(file);
        if (tag != null) {
            lines = lines.subList(only(file, lines, "tag::" + tag + "[]") + 1, only(file, lines, "end::" + tag + "[]"));
        }
        String code = String.join("\n", lines.stream().filter(Snippets::isCode).toList());
        return code.stripIndent().strip() + "\n";
    }

    private static int only(Path file, List<String> lines, String marker) {
        List<String> marked =
                lines.stream().filter(line -> line.contains(marker)).toList();
        if (marked.size() != 1) {
            throw new IllegalStateException(file + " has " + marked.size() + " lines with " + marker);
        }
        return lines.indexOf(marked.get(0));
    }

    /** Tags may lie inside of each other, and the licence of a file is not what it is shown for. */
    private static boolean isCode(String line) {
        return !line.contains("tag::") && !line.contains("end::") && !line.contains("SPDX-License-Identifier");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
