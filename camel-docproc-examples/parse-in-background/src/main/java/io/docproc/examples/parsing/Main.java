/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.support.ExampleMain;
import java.util.Map;

/** Parses the documents of a folder in the background. */
public final class Main {
    private Main() {}

    /** Runs until each job is completed; exits with status 1 if a document does not have exactly one result. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new ParsingRun(Map.of(), System.out).run());
    }
}
