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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The README lists all faults, and the page about tests all samples. */
class ReadmeTest {
    private static final Path PAGE = Path.of("../../../camel-docproc-component/src/main/docs/docproc-embedding.adoc");

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/java/io/docproc/test/sample"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void aSampleIsLinked(Path sample) throws IOException {
        assertThat(Files.readString(PAGE)).contains("/sample/" + sample.getFileName() + "[");
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
