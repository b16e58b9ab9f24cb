/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import io.docproc.camel.DocprocComponent;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** The jar of the component, as Maven resolved it from the staged repository. */
final class PublishedJar {
    private PublishedJar() {}

    static Path path() throws URISyntaxException {
        return Path.of(DocprocComponent.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    static List<String> entries(String pattern) throws IOException, URISyntaxException {
        try (JarFile jar = new JarFile(path().toFile())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.matches(pattern))
                    .toList();
        }
    }
}
