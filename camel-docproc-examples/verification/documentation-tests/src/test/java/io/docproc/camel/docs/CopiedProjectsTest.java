/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The projects that a reader copies run their tests with each Maven: the default Surefire of 3.8.7 runs none of JUnit 5. */
final class CopiedProjectsTest {
    private static Stream<Path> projects() throws IOException {
        Stream<Path> poms = Repository.files().stream()
                .filter(file -> file.endsWith("pom.xml") && !file.toString().contains("verification"))
                .filter(file -> read(file).contains("<groupId>com.example</groupId>"));
        return Stream.concat(poms, Stream.of(GeneratedPage.PAGES.resolve("docproc-embedding.adoc")));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("projects")
    void surefireHasAVersionThatRunsJUnit5(Path project) {
        assertThat(read(project))
                .containsPattern("<artifactId>maven-surefire-plugin</artifactId>\\s*<version>[3-9]\\.");
    }
}
