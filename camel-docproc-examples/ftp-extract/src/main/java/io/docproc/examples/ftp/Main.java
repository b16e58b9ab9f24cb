/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.ftp;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.PollingRun;
import java.util.Map;

/** Extracts the fields of the documents on an FTP server. */
public final class Main {
    /** The example with its local server and its samples. */
    public static final PollingRun.Example EXAMPLE =
            new PollingRun.Example("ftp-extract", "ftp.host", "documents/*", LocalFtpServer::start);

    private Main() {}

    /** Runs until no document is left; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> new PollingRun(EXAMPLE, Map.of(), System.out).run());
    }
}
