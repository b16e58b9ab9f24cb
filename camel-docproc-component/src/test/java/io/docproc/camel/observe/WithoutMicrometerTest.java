/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.internal.observe.ComponentMetrics;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Applications without Micrometer, which is optional. */
class WithoutMicrometerTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void aCallIsCountedWithoutMicrometerOnTheClassPath() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, Replies.BALANCE));
        ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader classLoader = classLoaderWithoutMicrometer()) {
            assertThatThrownBy(() -> classLoader.loadClass(ComponentMetrics.REGISTRY))
                    .isInstanceOf(ClassNotFoundException.class);
            Thread.currentThread().setContextClassLoader(classLoader);
            Object application = classLoader
                    .loadClass(Application.class.getName())
                    .getConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            Function<String, String> run = (Function<String, String>) application;

            assertThat(run.apply(service.server().baseUrl())).isEqualTo("success=1, loader=without");
        } finally {
            Thread.currentThread().setContextClassLoader(contextClassLoader);
        }
    }

    private static URLClassLoader classLoaderWithoutMicrometer() throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("micrometer")) {
                path.add(new File(entry).toURI().toURL());
            }
        }
        return new URLClassLoader("without", path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Makes a call with the classes of its own class loader. */
    public static final class Application implements Function<String, String> {
        /** Creates an application. */
        public Application() {}

        @Override
        public String apply(String baseUrl) {
            try (CamelContext context = new DefaultCamelContext()) {
                DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
                component.getConfiguration().setBaseUrl(baseUrl);
                component.getConfiguration().setAppId("app");
                component.getConfiguration().setSecretCode("secret");
                context.start();
                context.createProducerTemplate().requestBody("docproc:balance", "");
                return "success=" + component.getCallsSucceeded() + ", loader="
                        + component.getClass().getClassLoader().getName();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }
}
