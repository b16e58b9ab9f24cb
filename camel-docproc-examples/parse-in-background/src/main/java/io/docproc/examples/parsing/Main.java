/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.support.InvalidSettingException;
import java.util.Map;

/**
 * Parses the documents of a folder in the background: one route submits them, another receives the completions. {@code
 * parse-in-background/application.properties} lists the properties.
 */
public final class Main {
    private Main() {}

    /** Runs until each document is completed; exits with status 1 if one does not have exactly one result. */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            successful = ParsingRun.create(Map.of(), Map.of(), System.out).run().isSuccessful();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
            successful = false;
        }
        if (!successful) {
            System.exit(1);
        }
    }
}
