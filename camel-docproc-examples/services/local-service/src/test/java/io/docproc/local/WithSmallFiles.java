/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests that write small documents to a temporary folder. */
public abstract class WithSmallFiles {
    @TempDir
    protected Path folder;

    protected SmallFiles files;

    @BeforeEach
    void createFiles() {
        files = new SmallFiles(folder);
    }
}
