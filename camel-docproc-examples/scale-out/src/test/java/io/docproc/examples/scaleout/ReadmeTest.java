/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final Path README = Path.of("README.md");

    @Test
    void everyPropertyOfTheReadmeHasADefault() throws Exception {
        Properties defaults = new Properties();
        try (InputStream file = ReadmeTest.class.getResourceAsStream("/scale-out/application.properties")) {
            defaults.load(file);
        }

        assertThat(matches("\\b(docproc\\.\\w+)(?=[`=}])")).isNotEmpty().isSubsetOf(defaults.stringPropertyNames());
    }

    @Test
    void everyLinkedFileExists() throws Exception {
        assertThat(matches("\\]\\(([^)#]+)")).isNotEmpty().allSatisfy(link -> assertThat(README.resolveSibling(link))
                .exists());
    }

    private static List<String> matches(String group) throws Exception {
        return Pattern.compile(group)
                .matcher(Files.readString(README))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
