/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.examples.support.AccountErrorRoutePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.main.Main;
import org.apache.camel.support.LifecycleStrategySupport;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.springframework.jms.connection.SingleConnectionFactory;

/** Sets Camel up for a poller or a worker. */
final class RoleMain {
    private static final int REMEMBERED = 100_000;
    private static final long MAX_BYTES = 100_000_000;
    private static final int SHUTDOWN_SECONDS = 60;

    private RoleMain() {}

    /** Creates a Camel application that puts document references on the queue. */
    static Main poller(MachinesSettings settings, MachinesSettings.Broker broker, Consumer<String> lines)
            throws IOException {
        SharedFolder folder = settings.folder().create();
        Main main = create(settings, "poller");
        JmsComponent jms = new JmsComponent();
        SingleConnectionFactory connection = new SingleConnectionFactory(connections(broker));
        main.bind("connectionEnd", new LifecycleStrategySupport() {
            @Override
            public void onContextStopped(CamelContext context) {
                connection.destroy();
            }
        });
        jms.setConnectionFactory(connection);
        main.bind("jms", jms);
        main.bind("poller", new Poller(folder, lines));
        main.bind("claimed", claimed(folder.state().resolve("claimed.txt")));
        return main;
    }

    private static FileIdempotentRepository claimed(Path file) {
        FileIdempotentRepository claimed = new FileIdempotentRepository();
        claimed.setFileStore(file.toFile());
        claimed.setCacheSize(REMEMBERED);
        claimed.setMaxFileStoreSize(MAX_BYTES);
        return claimed;
    }

    /** Creates a Camel application that processes document references. */
    static Main worker(
            MachinesSettings settings,
            MachinesSettings.Account account,
            MachinesSettings.Broker broker,
            DocumentLocks locks,
            Consumer<String> lines) {
        Main main = create(settings, "worker");
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(connections(broker));
        main.bind("jms", jms);
        main.bind("docproc", component(settings, account));
        main.bind("worker", new Worker(settings.worker(), settings.folder(), locks, Clock.systemUTC(), lines));
        main.bind(
                "accountErrors",
                new AccountErrorRoutePolicy(settings.retryPolicy().accountPause(), lines));
        main.bind("postponement", new RetryBackoff(settings.retryPolicy().backoff()));
        main.addInitialProperty("docproc.concurrency", String.valueOf(settings.concurrency()));
        main.addInitialProperty(
                "docproc.redeliveries", String.valueOf(settings.retryPolicy().redeliveries()));
        main.addInitialProperty(
                "docproc.redeliveryDelay",
                String.valueOf(settings.retryPolicy().redeliveryDelay().toMillis()));
        main.addInitialProperty(
                "docproc.attempts", String.valueOf(settings.retryPolicy().attempts()));
        return main;
    }

    private static Main create(MachinesSettings settings, String role) {
        Main main = new Main();
        main.configure()
                .withRoutesIncludePattern("classpath:routes/machines-" + role + "." + settings.dsl())
                .withAutoConfigurationLogSummary(false)
                .withShutdownTimeout(SHUTDOWN_SECONDS)
                .withStreamCachingSpoolEnabled(true);
        main.addInitialProperty("docproc.shared", settings.folder().root().toString());
        main.addInitialProperty("docproc.queue", settings.queue());
        return main;
    }

    /**
     * Returns a connection factory that reconnects to the broker. The prefetch is 0, so that a slow or dead worker
     * holds no waiting messages.
     */
    private static ActiveMQConnectionFactory connections(MachinesSettings.Broker broker) {
        ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory(
                "failover:(" + broker.url() + ")?maxReconnectDelay=5000&jms.prefetchPolicy.queuePrefetch=0");
        if (!broker.user().isEmpty()) {
            connections.setUserName(broker.user());
            connections.setPassword(broker.password());
        }
        return connections;
    }

    private static DocprocComponent component(MachinesSettings settings, MachinesSettings.Account account) {
        DocprocComponent component = new DocprocComponent();
        component.setRequestsPerSecond(settings.quota().share());
        component.setRateLimitCooldown(settings.retryPolicy().accountPause().toMillis());
        DocprocConfiguration configuration = component.getConfiguration();
        configuration.setBaseUrl(account.baseUrl());
        configuration.setAppId(account.appId());
        configuration.setSecretCode(account.secretCode());
        configuration.setMaxConcurrentRequests(settings.concurrency());
        return component;
    }
}
