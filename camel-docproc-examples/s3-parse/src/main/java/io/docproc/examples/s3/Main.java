/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.ExampleMain;
import java.util.Map;

/** Parses the documents of a bucket. */
public final class Main {
    private Main() {}

    /** Runs until no document is left; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new S3Run(Map.of(), System.out).run());
    }
}
