/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where measures are made.
 *
 * @param directory for what is sent, what is answered, and logs
 * @param service the address of the service that does no work
 */
record Lab(Path directory, String service) {

    /** Where the service gives a ready answer, after so many milliseconds. */
    String answering(String name, int delay) {
        return service + "/answer/" + name + "/" + delay;
    }

    /** Where the service counts arrivals, and refuses more than so many in a second. */
    String counting(int quota) {
        return service + "/quota/" + quota;
    }

    /** An empty folder. */
    Path folder(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }

    /** What is sent and what is answered. */
    Material material() {
        return new Material(directory);
    }

    /** The same laboratory as a child sees it. */
    static Lab of(String[] arguments) {
        return new Lab(Path.of(arguments[0]), arguments[1]);
    }
}
