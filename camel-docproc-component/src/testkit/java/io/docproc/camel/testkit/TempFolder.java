/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts temporary files, which are deleted when their bodies are unreachable. */
public final class TempFolder {
    private static final int CHECKS_PER_COLLECTION = 50;

    private TempFolder() {}

    /** Returns the number of files in a folder, except lock files of processes; 0 if it does not exist. */
    public static int count(Path folder) {
        String[] names = folder.toFile().list((parent, name) -> !name.endsWith(".lock"));
        return names == null ? 0 : names.length;
    }

    /** Collects garbage until a folder contains the expected number of files. */
    public static void awaitCount(Path folder, int expected) {
        await("files in " + folder)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(collectsTo(folder, expected));
    }

    /** Collects garbage until a folder is empty. */
    public static void awaitEmpty(Path folder) {
        if (count(folder) > 0) {
            awaitCount(folder, 0);
        }
    }

    /** Collects now and then only, because another thread deletes the files of unreachable bodies soon after it. */
    private static Callable<Boolean> collectsTo(Path folder, int expected) {
        AtomicInteger checks = new AtomicInteger();
        return () -> {
            if (checks.getAndIncrement() % CHECKS_PER_COLLECTION == 0) {
                System.gc();
            }
            return count(folder) == expected;
        };
    }
}
