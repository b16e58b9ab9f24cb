/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.PrintStream;
import java.nio.file.Path;

/** Prints the progress and the report of a run. */
public record Console(PrintStream out) {
    /** Prints a line at once. */
    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Returns a path relative to the current folder if it is below it. */
    public String path(Path path) {
        Path here = Path.of("").toAbsolutePath();
        return path.startsWith(here) ? here.relativize(path).toString() : path.toString();
    }
}
