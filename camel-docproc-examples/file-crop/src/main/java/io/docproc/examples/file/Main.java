/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.file;

import io.docproc.examples.support.DocumentServer;
import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.PollingRun;
import java.util.Map;

/** Crops the photos in a folder. */
public final class Main {
    /** The example with its local server and its samples. */
    public static final PollingRun.Example EXAMPLE =
            new PollingRun.Example("file-crop", "file.folder", "photos/{invoice,receipt}-*", DocumentServer::folder);

    private Main() {}

    /** Runs until no document is left; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new PollingRun(EXAMPLE, Map.of(), System.out).run());
    }
}
