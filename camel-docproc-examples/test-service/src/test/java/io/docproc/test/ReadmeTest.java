/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README shows the samples word for word, and all faults. */
class ReadmeTest {
    private static final String BEGIN = "// tag::sample[]\n";
    private static final String END = "// end::sample[]";

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/java/io/docproc/test/sample"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void thereIsASampleForEachKindOfApplication() throws IOException {
        assertThat(samples()).hasSize(5);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsIncludedWordForWord(Path sample) throws IOException {
        String source = Files.readString(sample);
        int begin = source.indexOf(BEGIN) + BEGIN.length();
        String code = source.substring(begin, source.indexOf(END, begin))
                .stripIndent()
                .strip();

        assertThat(readme()).contains("```java\n" + code + "\n```");
    }

    @ParameterizedTest
    @MethodSource("stubMethods")
    void eachFaultIsListed(String call) throws IOException {
        assertThat(readme()).contains(call + "(");
    }

    static List<String> stubMethods() {
        return Stream.of(
                        Stubbing.class,
                        CropStubbing.class,
                        ExtractStubbing.class,
                        ParseStubbing.class,
                        ParseAsyncStubbing.class,
                        CallbackStubbing.class,
                        Stub.class)
                .flatMap(it -> Stream.of(it.getDeclaredMethods()))
                .filter(it -> Modifier.isPublic(it.getModifiers()) && it.getReturnType() == Stub.class)
                .map(Method::getName)
                .distinct()
                .toList();
    }

    private static String readme() throws IOException {
        return Files.readString(Path.of("README.md"));
    }
}
