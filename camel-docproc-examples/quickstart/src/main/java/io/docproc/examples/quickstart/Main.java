/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentServer;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.PollingRun;
import java.io.PrintStream;
import java.util.Map;

/** Crops the photos and extracts the documents of a folder, and writes a report. */
public final class Main {
    /** The example with its inbox beside its folder {@code data}, and its samples. */
    private static final PollingRun.Example EXAMPLE = new PollingRun.Example(
            "quickstart", "file.folder", "{photos,documents}/*", data -> DocumentServer.folder(data.getParent()));

    private Main() {}

    /** Runs until no document is left; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> run(Map.of(), System.out));
    }

    static boolean run(Map<String, String> properties, PrintStream out) throws Exception {
        PollingRun run = new PollingRun(EXAMPLE, properties, out);
        boolean successful = run.run();
        Console console = new Console(out);
        console.line("Report: " + console.path(Report.write(run.results())));
        return successful;
    }
}
