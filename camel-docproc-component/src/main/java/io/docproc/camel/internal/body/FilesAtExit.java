/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Deletes files when the JVM exits. A shutdown hook registers them with {@link java.io.File#deleteOnExit()}: the JDK
 * deletes such files after all hooks, and another hook may stop Camel gracefully. Files are not registered earlier,
 * because {@code deleteOnExit} never releases the name of a file. Thread-safe.
 */
final class FilesAtExit {
    private final Set<Path> files = new HashSet<>();
    private final Thread hook = new Thread(this::registerForDeletion, "docproc-files-at-exit");
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
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            exiting = true;
        }
    }

    /**
     * Removes a file, and the shutdown hook with the last one. A registered hook would keep the class loader of an
     * undeployed application in memory.
     */
    synchronized void remove(Path file) {
        if (files.remove(file) && files.isEmpty() && !exiting) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                exiting = true;
            }
        }
    }

    private synchronized void registerForDeletion() {
        exiting = true;
        files.forEach(file -> file.toFile().deleteOnExit());
    }
}
