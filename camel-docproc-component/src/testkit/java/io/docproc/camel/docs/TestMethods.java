/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.platform.commons.support.ReflectionSupport;

/** Methods of the test classes of the component. */
final class TestMethods {
    private TestMethods() {}

    static Stream<Method> all() {
        return ReflectionSupport.streamAllClassesInPackage("io.docproc.camel", type -> true, name -> true)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()));
    }
}
