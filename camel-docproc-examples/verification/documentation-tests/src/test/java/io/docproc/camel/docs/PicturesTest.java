/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/** Pictures of the documentation: each is included with an alternative text, and is an SVG with a title. */
final class PicturesTest {
    private static final Path REPOSITORY = Repository.ROOT;
    private static final Pattern IMAGE =
            Pattern.compile("(?m)^image::images/([\\w-]+\\.svg)\\[(.*)]$|!\\[(.*)]\\(\\S*/images/([\\w-]+\\.svg)\\)");

    private record Image(String file, String alternative) {}

    static Stream<Path> pictures() throws IOException {
        try (Stream<Path> files = Files.list(GeneratedPage.PAGES.resolve("images"))) {
            return files.filter(file -> file.toString().endsWith(".svg")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void aPictureHasATitleAndScales(Path picture) throws Exception {
        Element svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(picture.toFile())
                .getDocumentElement();

        assertThat(svg.getTagName()).isEqualTo("svg");
        assertThat(svg.getAttribute("viewBox")).isNotEmpty();
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isNotBlank();
        assertThat(svg.getElementsByTagName("style").item(0).getTextContent()).contains("prefers-color-scheme: dark");
    }

    @Test
    void eachPictureIsIncludedAndEachIncludedOneExists() throws IOException {
        List<Image> images = images();

        assertThat(images).allSatisfy(image -> assertThat(image.alternative()).contains(" "));
        assertThat(images.stream().map(Image::file).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(pictures()
                        .map(picture -> picture.getFileName().toString())
                        .toList());
    }

    private static List<Image> images() throws IOException {
        try (Stream<Path> pages = Files.list(GeneratedPage.PAGES);
                Stream<Path> readmes = Files.find(REPOSITORY, 3, (file, attributes) -> file.endsWith("README.md"))) {
            return Stream.concat(pages, readmes)
                    .filter(file -> file.toString().matches(".*\\.(adoc|md)"))
                    .flatMap(file -> IMAGE.matcher(read(file)).results())
                    .map(match -> match.group(1) == null
                            ? new Image(match.group(4), match.group(3))
                            : new Image(match.group(1), match.group(2)))
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
