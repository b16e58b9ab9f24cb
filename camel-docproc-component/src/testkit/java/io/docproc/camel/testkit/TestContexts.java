/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.TypeConverter;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.component.seda.SedaComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.converter.DefaultTypeConverter;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.apache.camel.spi.ClassResolver;
import org.apache.camel.spi.PackageScanClassResolver;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.apache.camel.support.service.ServiceHelper;

/** Contexts that start and stop in milliseconds: thousands of tests have one each. */
public final class TestContexts {
    private static final int SEDA_POLL_MILLIS = 20;
    private static final long DEFAULT_INITIAL_DELAY = 1000;

    private TestContexts() {}

    /** Creates a context without JMX. */
    public static DefaultCamelContext create() {
        DefaultCamelContext context = new CachingContext();
        context.disableJMX();
        context.setApplicationContextClassLoader(TestContexts.class.getClassLoader());
        context.build();
        stopSedaSoon(context);
        context.getCamelContextExtension().registerEndpointCallback(TestContexts::pollAtOnce);
        return context;
    }

    /** Lets a route poll when it starts, instead of a second later. */
    private static Endpoint pollAtOnce(String uri, Endpoint endpoint) {
        if (endpoint instanceof ScheduledPollEndpoint polled && polled.getInitialDelay() == DEFAULT_INITIAL_DELAY) {
            polled.setInitialDelay(0);
        }
        return endpoint;
    }

    /** Lets consumers of SEDA queues stop within milliseconds instead of a second. */
    public static void stopSedaSoon(CamelContext context) {
        context.getComponent("seda", SedaComponent.class).setDefaultPollTimeout(SEDA_POLL_MILLIS);
    }

    /** Stops a context in the background and returns when the stop has begun. */
    public static CompletableFuture<Void> stop(CamelContext context) {
        CompletableFuture<Void> shutdown = CompletableFuture.runAsync(context::stop);
        await().until(() -> context.isStopping() || context.isStopped());
        return shutdown;
    }

    /**
     * Starts Camel's HTTP server before the context, so that routes know its port, and returns the port, which the system
     * assigns.
     */
    public static int startHttpServer(CamelContext context) throws Exception {
        MainHttpServer server = new MainHttpServer();
        server.setHost("localhost");
        server.setPort(0);
        context.addService(server);
        ServiceHelper.startService(server);
        return context.hasService(VertxPlatformHttpServer.class).getPort();
    }

    /** Searches the class path once for all contexts, already while it is built. */
    private static final class CachingContext extends DefaultCamelContext {
        private static final AtomicReference<Collection<String>> CONVERTERS = new AtomicReference<>();

        CachingContext() {
            super(false);
        }

        @Override
        protected ClassResolver createClassResolver() {
            return new CachingClassResolver(this);
        }

        @Override
        protected TypeConverter createTypeConverter() {
            PackageScanClassResolver resolver = PluginHelper.getPackageScanClassResolver(this);
            return new DefaultTypeConverter(this, resolver, getInjector(), false, false) {
                @Override
                protected Collection<String> findTypeConverterLoaderClasses() throws IOException {
                    if (CONVERTERS.get() == null) {
                        CONVERTERS.set(super.findTypeConverterLoaderClasses());
                    }
                    return CONVERTERS.get();
                }
            };
        }
    }

    /** Searches the class path only once for each of Camel's service files. */
    private static final class CachingClassResolver extends DefaultClassResolver {
        private static final String SERVICES = "META-INF/services/org/apache/camel/";
        private static final Map<String, Optional<byte[]>> FILES = new ConcurrentHashMap<>();

        CachingClassResolver(CamelContext context) {
            super(context);
        }

        @Override
        public InputStream loadResourceAsStream(String uri) {
            if (!uri.startsWith(SERVICES)) {
                return super.loadResourceAsStream(uri);
            }
            return FILES.computeIfAbsent(uri, this::read)
                    .map(ByteArrayInputStream::new)
                    .orElse(null);
        }

        private Optional<byte[]> read(String uri) {
            try (InputStream file = super.loadResourceAsStream(uri)) {
                return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
