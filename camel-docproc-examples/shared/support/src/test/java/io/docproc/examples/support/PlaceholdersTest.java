/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An example runs without configuration, so each placeholder has a default. */
final class PlaceholdersTest {
    private static final String PROPERTIES = "application.properties";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(env:)?([^{}]+)}}");

    static List<Path> examples() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of("../.."))) {
            List<Path> examples = modules.map(module -> module.resolve("src/main/resources"))
                    .filter(Files::isDirectory)
                    .flatMap(PlaceholdersTest::subfolders)
                    .filter(folder -> Files.exists(folder.resolve(PROPERTIES)))
                    .toList();
            assertThat(examples).hasSizeGreaterThan(7);
            return examples;
        }
    }

    private static Stream<Path> subfolders(Path folder) {
        return Stream.of(folder.toFile().listFiles(File::isDirectory)).map(File::toPath);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void eachPlaceholderHasADefault(Path example) throws IOException {
        Properties defaults = new Properties();
        try (InputStream file = Files.newInputStream(example.resolve(PROPERTIES))) {
            defaults.load(file);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(example, "*.{yaml,xml,properties}")) {
            for (Path file : files) {
                assertThat(withoutDefault(Files.readString(file)))
                        .as(file.toString())
                        .isSubsetOf(defaults.stringPropertyNames());
            }
        }
    }

    private static Set<String> withoutDefault(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(placeholder -> placeholder.group(2))
                .filter(name -> !name.contains(":"))
                .collect(Collectors.toSet());
    }
}
