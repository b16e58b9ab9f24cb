/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.ExampleMain;
import java.util.Map;

/**
 * Crops the photos and extracts the documents of a folder, with one command. {@code quickstart/application.properties}
 * lists the properties.
 */
public final class Main {
    private Main() {}

    /** Runs the job; exits with status 1 if it cannot start or if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new Job(Map.of(), System.out).run());
    }
}
