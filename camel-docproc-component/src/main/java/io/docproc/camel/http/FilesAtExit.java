/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Files that must not be left when the JVM ends. They are handed over to the JDK's own deletion at exit no earlier than
 * then: it runs after all shutdown hooks, one of which may be stopping Camel gracefully, and it never forgets a name.
 */
final class FilesAtExit {
    private final Set<Path> files = new HashSet<>();
    private final Thread handOver = new Thread(this::handOver, "docproc-files-at-exit");
    private boolean exiting;

    synchronized void add(Path file) {
        if (!exiting && files.isEmpty()) {
            register();
        }
        if (exiting) {
            file.toFile().deleteOnExit();
        } else {
            files.add(file);
        }
    }

    private void register() {
        try {
            Runtime.getRuntime().addShutdownHook(handOver);
        } catch (IllegalStateException alreadyExiting) {
            exiting = true;
        }
    }

    /** Without files there is no hook, which would keep a class loader alive that an application server throws away. */
    synchronized void remove(Path file) {
        if (files.remove(file) && files.isEmpty() && !exiting) {
            try {
                Runtime.getRuntime().removeShutdownHook(handOver);
            } catch (IllegalStateException alreadyExiting) {
                exiting = true;
            }
        }
    }

    private synchronized void handOver() {
        exiting = true;
        files.forEach(file -> file.toFile().deleteOnExit());
    }
}
