/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where a run says how it goes.
 *
 * @param out takes the lines
 */
public record Console(PrintStream out) {
    /** Prints a line at once. */
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /** A path as short as it can be from where the user is. */
    public String path(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }

    /** Milliseconds as seconds with one digit. */
    public static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
