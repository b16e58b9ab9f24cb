/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.CoversFault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;

/** Each row of {@code faults.txt} has a test, and each test with a number has a row. */
final class FaultTableTest {
    @Test
    void eachFaultHasATest() throws IOException {
        try (InputStream list = FaultTableTest.class.getResourceAsStream("/faults.txt")) {
            List<Integer> rows = new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> Integer.valueOf(line.split(" \\| ", 3)[0]))
                    .toList();

            assertThat(rows).hasSizeGreaterThan(45).doesNotHaveDuplicates().isEqualTo(tested());
        }
    }

    private static List<Integer> tested() {
        return ReflectionSupport.streamAllClassesInPackage("io.docproc.camel", type -> true, name -> true)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(CoversFault.class))
                .flatMap(method -> Arrays.stream(
                                method.getAnnotation(CoversFault.class).value())
                        .boxed())
                .distinct()
                .sorted()
                .toList();
    }
}
