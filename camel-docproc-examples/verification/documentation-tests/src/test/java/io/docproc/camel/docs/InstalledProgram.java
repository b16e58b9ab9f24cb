/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** Programs of the machine that some tests need. */
final class InstalledProgram {
    private InstalledProgram() {}

    /** Returns the path of a program, or skips the test if no folder of {@code PATH} has it. */
    static String require(String name) {
        Optional<Path> program = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), () -> name + " is not installed");
        return program.orElseThrow().toString();
    }
}
