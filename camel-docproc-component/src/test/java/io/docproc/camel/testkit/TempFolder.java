/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;

/** Counts temporary files, which are deleted when their bodies are unreachable. */
public final class TempFolder {
    private TempFolder() {}

    /** Returns the number of files in a folder, 0 if it does not exist. */
    public static int count(Path folder) {
        String[] names = folder.toFile().list();
        return names == null ? 0 : names.length;
    }

    /** Collects garbage until a folder contains the expected number of files. */
    public static void awaitCount(Path folder, int expected) {
        await("files in " + folder)
                .atMost(Duration.ofSeconds(20))
                .pollDelay(Duration.ZERO)
                .until(() -> collectAndCount(folder), count -> count == expected);
    }

    /** Collects garbage until a folder is empty. */
    public static void awaitEmpty(Path folder) {
        awaitCount(folder, 0);
    }

    private static Integer collectAndCount(Path folder) {
        System.gc();
        return count(folder);
    }
}
