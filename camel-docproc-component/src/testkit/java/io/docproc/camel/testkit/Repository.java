/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

/** Folders of the sources, relative to the module whose tests run. */
public final class Repository {
    public static final Path ROOT = root(Path.of(""));
    public static final Path COMPONENT = ROOT.resolve("camel-docproc-component");
    public static final Path EXAMPLES = ROOT.resolve("camel-docproc-examples");

    private Repository() {}

    private static Path root(Path folder) {
        return Files.exists(folder.resolve(".mvn"))
                ? folder
                : root(Path.of("..").resolve(folder));
    }
}
