/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that the start of a service leaves to the first request. */
class StartTest {
    private static final Pattern FOR_REQUESTS =
            Pattern.compile("com\\.fasterxml\\.jackson\\..*|java\\.net\\.http\\.HttpClient\\$(Builder|Version)"
                    + "|io\\.docproc\\.test\\.(Requests|Samples|ParseJobs|Workflow|Endpoint)");

    @Test
    void aStartLoadsNoClassesForRequests() throws Exception {
        try (RecordingLoader loader = new RecordingLoader()) {
            Class<?> type = loader.loadClass(DocprocTestService.class.getName());

            try (AutoCloseable service = (AutoCloseable) type.getMethod("start").invoke(null)) {
                assertThat(type.getMethod("baseUrl").invoke(service).toString()).startsWith("http://127.0.0.1:");
                assertThat(loader.names)
                        .contains("com.sun.net.httpserver.HttpServer")
                        .noneMatch(it -> FOR_REQUESTS.matcher(it).matches());
                type.getMethod("calls").invoke(service);
                assertThat(loader.names).anyMatch(it -> FOR_REQUESTS.matcher(it).matches());
            }
        }
    }

    @Test
    void theFirstDocumentCreatesTheFolder(@TempDir Path parent) throws Exception {
        try (DocprocTestService service =
                DocprocTestService.builder().temporaryFolder(parent).start()) {
            assertThat(parent).isEmptyDirectory();

            new HttpTestClient(service).crop("", Documents.PDF);

            assertThat(parent).isNotEmptyDirectory();
        }
        assertThat(parent).isEmptyDirectory();
    }

    @Test
    void aStartNeedsAnExistingFolder(@TempDir Path parent) {
        DocprocTestServiceBuilder builder = DocprocTestService.builder().temporaryFolder(parent.resolve("missing"));

        assertThatIllegalArgumentException()
                .isThrownBy(builder::start)
                .withMessageContaining("missing; use an existing folder that can be written to");
    }

    @Test
    void aControlPathIsCheckedBeforeTheStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocprocTestService.builder().controlPath("GET", "/open/{brace", body -> {
                    throw new AssertionError();
                }))
                .withMessage("The control path /open/{brace is invalid; write each variable as {name}.");
    }

    /** Loads the classes of this class path again, and keeps the names of all that are requested. */
    private static final class RecordingLoader extends URLClassLoader {
        private final Queue<String> names = new ConcurrentLinkedQueue<>();

        RecordingLoader() {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(RecordingLoader::url)
                            .toArray(URL[]::new),
                    ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            return super.loadClass(name, resolve);
        }

        private static URL url(String file) {
            try {
                return new File(file).toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(e);
            }
        }
    }
}
