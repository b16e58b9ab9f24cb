/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class paths that lack a class which only reading a response needs: the application does not start. */
@Timeout(180)
class BrokenClassPathTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CoversFault(72)
    @ValueSource(
            strings = {
                "com.fasterxml.jackson.annotation.JsonAlias",
                "com.fasterxml.jackson.databind.util.TokenBuffer",
                "com.fasterxml.jackson.databind.ser.std.MapSerializer",
                "com.fasterxml.jackson.core.util.JsonParserDelegate",
                "org.apache.commons.io.input.TeeInputStream"
            })
    void theApplicationDoesNotStartWithout(String className) throws Exception {
        service.respondWith(Replies.CROP);

        String outcome = run(new Without(className), service.server().baseUrl());

        assertThat(outcome)
                .contains(className.replace('.', '/'), "jackson-databind", "camel-bom")
                .startsWith("not started: ");
        service.assertNothingSent();
    }

    /** A deadline that interrupts the initialization of Tika would end the type detection of the JVM. */
    @Test
    void theTypeDetectorIsLoadedAlthoughNoDocumentNeedsIt() throws Exception {
        service.respondWith(Replies.CROP);
        Without loader = new Without("none");

        assertThat(run(loader, service.server().baseUrl())).isEqualTo("started");
        assertThat(loader.hasLoaded("org.apache.tika.mime.MimeTypes")).isTrue();
    }

    private static String run(Without broken, String baseUrl) throws Exception {
        ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
        try {
            Thread.currentThread().setContextClassLoader(broken);
            Object application = broken.loadClass(Application.class.getName())
                    .getConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            UnaryOperator<String> function = (UnaryOperator<String>) application;
            return function.apply(baseUrl);
        } finally {
            Thread.currentThread().setContextClassLoader(contextClassLoader);
        }
    }

    /** The class path of the tests without one class. Not closed: the JDK shares open jars with other class loaders. */
    private static final class Without extends URLClassLoader {
        private final String missing;

        Without(String missing) {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(entry -> url(new File(entry)))
                            .toArray(URL[]::new),
                    getPlatformClassLoader());
            this.missing = missing;
        }

        boolean hasLoaded(String name) {
            return findLoadedClass(name) != null;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.equals(missing) || name.startsWith(missing + "$")) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }

        private static URL url(File entry) {
            try {
                return entry.toURI().toURL();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Starts an application with the classes of its own class loader, and sends a document through its route. */
    public static final class Application implements UnaryOperator<String> {
        /** Creates an application. */
        public Application() {}

        @Override
        public String apply(String baseUrl) {
            try (DefaultCamelContext context = new DefaultCamelContext(false)) {
                // Otherwise Camel looks for plugins in the class path of the JVM.
                context.setApplicationContextClassLoader(getClass().getClassLoader());
                context.build();
                try {
                    DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
                    ServiceDouble.configure(component.getConfiguration(), baseUrl);
                    RouteBuilder.addRoutes(
                            context, routes -> routes.from("direct:crop").to("docproc:crop"));
                    context.start();
                } catch (Exception | LinkageError e) {
                    return "not started: " + messages(e);
                }
                context.createProducerTemplate().requestBody("direct:crop", Replies.DOCUMENT);
                return "started";
            } catch (Exception | LinkageError e) {
                return "started, and failed after the call: " + messages(e);
            }
        }

        private static String messages(Throwable failure) {
            return failure + (failure.getCause() == null ? "" : "; " + messages(failure.getCause()));
        }
    }
}
