/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.server.LocalS3Server;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests that share an S3 server and have a home folder each. */
abstract class WithS3Server {
    /** Fault with which the service rejects the first document. */
    static final String REJECT_FIRST = "operation=parseAsync,kind=code,code=40422,times=1";

    @TempDir
    static Path serverHome;

    static LocalS3Server server;

    @TempDir
    Path home;

    @BeforeAll
    static void startServer() throws Exception {
        server = LocalS3Server.start(serverHome);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }
}
