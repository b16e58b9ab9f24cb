/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.examples.support.InvalidSettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 100, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalS3ServerTest {
    private static final String PROGRAM = "docproc.s3Server";

    @TempDir
    private Path folder;

    @AfterEach
    void clear() {
        System.clearProperty(PROGRAM);
    }

    @Test
    void aMissingProgramIsReportedAtOnceWithTheCommandThatCopiesIt() {
        System.setProperty(PROGRAM, folder.resolve("s3mock.jar").toString());

        assertThatThrownBy(() -> LocalS3Server.start(folder))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContainingAll("s3mock.jar", "is missing", "mvn -Ps3 generate-resources");
    }

    @Test
    void aProgramThatCannotRunIsReportedAtOnceWithItsLog() throws Exception {
        System.setProperty(
                PROGRAM, Files.createFile(folder.resolve("s3mock.jar")).toString());

        assertThatThrownBy(() -> LocalS3Server.start(folder))
                .hasMessageContainingAll("the S3 server does not start", "server.log");
    }
}
