/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class paths that lack a class which only reading a response needs, or all optional dependencies. */
@Timeout(180)
class ClassPathTest {
    private static final String OPTIONAL = "(micrometer|langchain4j|camel-endpointdsl|camel-management|opentelemetry"
            + "|camel-opentelemetry2|camel-telemetry|spring|camel-spring).*";

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

        assertThat(run(Application.class, new Without(className, "none")))
                .contains(className.replace('.', '/'), "jackson-databind", "camel-bom")
                .startsWith("not started: ");
        service.assertNothingSent();
    }

    @Test
    void callsAndCallbacksNeedNoOptionalDependency() throws Exception {
        service.respondWith(Replies.CROP);
        Without loader = new Without("none", OPTIONAL);

        assertThatThrownBy(() -> loader.loadClass("io.micrometer.core.instrument.MeterRegistry"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(run(Application.class, loader)).isEqualTo("started");
        assertThat(run(CallbackApplication.class, loader)).isEqualTo("200 job-1");
    }

    private String run(Class<?> applicationClass, Without loader) throws Exception {
        ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
        try {
            Thread.currentThread().setContextClassLoader(loader);
            Object application = loader.loadClass(applicationClass.getName())
                    .getConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            UnaryOperator<String> function = (UnaryOperator<String>) application;
            return function.apply(service.address());
        } finally {
            Thread.currentThread().setContextClassLoader(contextClassLoader);
        }
    }

    /** Not closed: the JDK shares open jars with other class loaders. */
    private static final class Without extends URLClassLoader {
        private final String missing;

        Without(String missingClass, String missingJars) {
            super(
                    Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                            .map(File::new)
                            .filter(entry -> !entry.getName().matches(missingJars))
                            .map(Without::url)
                            .toArray(URL[]::new),
                    getPlatformClassLoader());
            this.missing = missingClass;
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
            } catch (MalformedURLException e) {
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

    /** Receives a callback with the classes of its own class loader. */
    public static final class CallbackApplication implements UnaryOperator<String> {
        /** Creates an application. */
        public CallbackApplication() {}

        @Override
        public String apply(String baseUrl) {
            CallbackServer server = new CallbackServer();
            CompletableFuture<String> job = new CompletableFuture<>();
            try {
                server.beforeEach(null);
                server.run(
                        "docproc:webhook",
                        exchange -> job.complete(exchange.getMessage().getHeader("CamelDocprocJobId", String.class)));
                int status = server.post(server.signed("invoice.pdf"), CallbackServer.completed("job-1"))
                        .statusCode();
                return status + " " + job.get(30, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError(e);
            } finally {
                server.afterEach(null);
            }
        }
    }
}
