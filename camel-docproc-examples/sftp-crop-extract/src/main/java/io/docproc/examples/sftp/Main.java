/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.sftp;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.PollingRun;
import java.util.Map;

/** Crops the photos on an SFTP server and extracts the fields of the pages and of documents. */
public final class Main {
    /** The example with its local server and its samples. */
    public static final PollingRun.Example EXAMPLE = new PollingRun.Example(
            "sftp-crop-extract", "sftp.host", "{photos/letter-*,documents/*}", LocalSftpServer::start);

    private Main() {}

    /** Runs until no document is left; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new PollingRun(EXAMPLE, Map.of(), System.out).run());
    }
}
