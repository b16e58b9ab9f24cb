/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.job;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Where the job says how it goes.
 *
 * @param out takes the lines
 */
record Console(PrintStream out) {
    void line(String text) {
        out.println(text);
        out.flush();
    }

    /** A path as short as it can be from where the user is. */
    String path(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
