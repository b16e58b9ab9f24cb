/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests that share an S3 server, on which each has its own buckets, and have a home folder each. */
abstract class WithS3Server {
    static LocalS3Server server;

    @TempDir
    Path home;

    /** Starts the server with the first class of the process; it stops with the process. */
    @BeforeAll
    static synchronized void startServer() throws Exception {
        if (server == null) {
            server = LocalS3Server.start(Files.createTempDirectory("s3-server"));
        }
    }
}
