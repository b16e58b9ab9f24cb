/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.model.Balance;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications that lack one of the optional dependencies, or all of them. */
class OptionalDependenciesTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Returns patterns of jar names, each with a class that is then missing. */
    static Stream<Arguments> optional() {
        return Stream.of(
                Arguments.of("micrometer", "io.micrometer.core.instrument.MeterRegistry"),
                Arguments.of("camel-endpointdsl", "org.apache.camel.builder.endpoint.EndpointRouteBuilder"),
                Arguments.of("camel-management", "org.apache.camel.management.JmxManagementStrategy"),
                Arguments.of("opentelemetry|camel-opentelemetry2|camel-telemetry", "io.opentelemetry.context.Context"),
                Arguments.of("spring|camel-spring", "org.springframework.context.ApplicationContext"),
                Arguments.of("langchain4j", "dev.langchain4j.data.segment.TextSegment"),
                Arguments.of(
                        "micrometer|langchain4j|camel-endpointdsl|camel-management"
                                + "|opentelemetry|camel-opentelemetry2|camel-telemetry|spring|camel-spring",
                        "io.micrometer.core.instrument.MeterRegistry"));
    }

    @ParameterizedTest
    @MethodSource("perProfile")
    void aCallSucceedsWithout(String jars, String missing) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, Replies.BALANCE));

        assertThat(run(BalanceApplication.class, jars, missing)).isEqualTo("12.5, loader=without");
    }

    /** Returns each in the profile {@code endurance}; otherwise all at once. */
    static Stream<Arguments> perProfile() {
        return Matrix.isFull() ? optional() : optional().skip(optional().count() - 1);
    }

    @ParameterizedTest
    @MethodSource("perProfile")
    void aCallbackIsDeliveredWithout(String jars, String missing) throws Exception {
        assertThat(run(CallbackApplication.class, jars, missing)).isEqualTo("200 job-1, loader=without");
    }

    private String run(Class<?> applicationClass, String jars, String missing) throws Exception {
        ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
        ClassLoader classLoader = classLoaderWithout(jars);
        try {
            assertThatThrownBy(() -> classLoader.loadClass(missing)).isInstanceOf(ClassNotFoundException.class);
            Thread.currentThread().setContextClassLoader(classLoader);
            Object application = classLoader
                    .loadClass(applicationClass.getName())
                    .getConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            Function<String, String> function = (Function<String, String>) application;
            return function.apply(service.server().baseUrl());
        } finally {
            Thread.currentThread().setContextClassLoader(contextClassLoader);
        }
    }

    /** Do not close it: that closes jars which other tests read at the same time, because the JDK shares open jars. */
    private static URLClassLoader classLoaderWithout(String jars) {
        URL[] path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(File::new)
                .filter(entry -> Arrays.stream(jars.split("\\|"))
                        .noneMatch(jar -> entry.getName().startsWith(jar)))
                .map(OptionalDependenciesTest::url)
                .toArray(URL[]::new);
        return new URLClassLoader("without", path, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(File entry) {
        try {
            return entry.toURI().toURL();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Makes a call with the classes of its own class loader. */
    public static final class BalanceApplication implements Function<String, String> {
        /** Creates an application. */
        public BalanceApplication() {}

        @Override
        public String apply(String baseUrl) {
            try (DefaultCamelContext context = new DefaultCamelContext(false)) {
                context.setApplicationContextClassLoader(getClass().getClassLoader());
                context.build();
                DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
                ServiceDouble.configure(component.getConfiguration(), baseUrl);
                context.start();
                Balance balance = context.createProducerTemplate().requestBody("docproc:balance", "", Balance.class);
                return balance.balance() + ", loader="
                        + component.getClass().getClassLoader().getName();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Receives a callback with the classes of its own class loader. */
    public static final class CallbackApplication implements Function<String, String> {
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
                return status + " " + job.get(30, TimeUnit.SECONDS) + ", loader="
                        + server.component().getClass().getClassLoader().getName();
            } catch (Exception e) {
                throw new AssertionError(e);
            } finally {
                server.afterEach(null);
            }
        }
    }
}
