/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts a service for each test, whose processors return their arguments. */
abstract class EchoServiceTest {
    @TempDir
    Path temp;

    RunningService service;

    @BeforeEach
    void start() throws Exception {
        service = RunningService.echoing(temp, new LocalServiceOptions());
    }

    @AfterEach
    void stop() {
        service.close();
    }
}
