/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Use by an application that has no JUnit. */
class WithoutJUnitTest {
    private static final Pattern JUNIT = Pattern.compile("junit|opentest4j|apiguardian");

    @Test
    void theServiceStartsWithoutJUnit() throws Exception {
        try (URLClassLoader loader = withoutJUnit()) {
            Class<?> type = loader.loadClass(DocprocTestService.class.getName());
            assertThatThrownBy(() -> loader.loadClass("org.junit.jupiter.api.extension.BeforeAllCallback"))
                    .isInstanceOf(ClassNotFoundException.class);

            try (AutoCloseable service = (AutoCloseable) type.getMethod("start").invoke(null)) {
                assertThat(type.getMethod("baseUrl").invoke(service).toString()).startsWith("http://127.0.0.1:");
            }
        }
    }

    @Test
    void anExtensionNeedsJUnit() throws Exception {
        try (URLClassLoader loader = withoutJUnit()) {
            Method create = loader.loadClass(DocprocTestService.class.getName()).getMethod("create");

            assertThatThrownBy(() -> create.invoke(null))
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("use start() without JUnit");
        }
    }

    private static URLClassLoader withoutJUnit() {
        URL[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(it -> !JUNIT.matcher(new File(it).getName()).find())
                .map(it -> url(new File(it).toURI()))
                .toArray(URL[]::new);
        return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(URI file) {
        try {
            return file.toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
