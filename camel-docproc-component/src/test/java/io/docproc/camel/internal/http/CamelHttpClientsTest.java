/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.TestContexts;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.LoggingHttpActivityListener;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CamelHttpClientsTest {
    private static final int MANY = 50;

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final CamelHttpClients clients = new CamelHttpClients(context);

    @BeforeEach
    void start() {
        context.start();
        clients.start();
    }

    @AfterEach
    void stop() {
        clients.stop();
    }

    private static HttpSettings settings(int responseTimeout) {
        return new HttpSettings(
                URI.create("http://localhost:1"),
                Duration.ofSeconds(1),
                Duration.ofMillis(responseTimeout),
                Optional.empty(),
                Map.of());
    }

    @Test
    void equalSettingsShareAClient() {
        assertThat(clients.lease(settings(1)).client())
                .isSameAs(clients.lease(settings(1)).client());
        assertThat(clients.size()).isEqualTo(1);
    }

    @Test
    void unusedClientsAreLimited() {
        for (int settings = 1; settings <= MANY; settings++) {
            clients.lease(settings(settings)).close();
        }

        assertThat(clients.size()).isLessThan(10);
    }

    @Test
    void leasedClientStaysOpen() {
        List<HttpClientLease> leases = new ArrayList<>();
        for (int settings = 1; settings <= MANY; settings++) {
            leases.add(clients.lease(settings(settings)));
        }
        HttpClientLease second = clients.lease(settings(1));
        leases.forEach(HttpClientLease::close);
        leases.forEach(HttpClientLease::close);

        assertThat(clients.lease(settings(1)).client()).isSameAs(second.client());
    }

    @Test
    void recentlyUsedClientIsReused() {
        HttpClientLease first = clients.lease(settings(1));
        first.close();

        assertThat(clients.lease(settings(1)).client()).isSameAs(first.client());
    }

    @Test
    void failureToCloseClientIsIgnored() {
        HttpComponent component = context.getComponent("http", HttpComponent.class);
        UnstoppableListener listener = new UnstoppableListener();
        component.setHttpActivityListener(listener);
        for (int settings = 1; settings <= MANY; settings++) {
            clients.lease(settings(settings)).close();
        }
        clients.stop();
        component.setHttpActivityListener(null);

        assertThat(listener.stops).hasValue(MANY);
        assertThat(clients.size()).isZero();
    }

    private static final class UnstoppableListener extends LoggingHttpActivityListener {
        private final AtomicInteger stops = new AtomicInteger();

        @Override
        public void stop() {
            stops.incrementAndGet();
            throw new IllegalStateException("the listener cannot be stopped");
        }
    }

    @Test
    void stoppedComponentLeasesNoClient() {
        clients.stop();

        assertThatThrownBy(() -> clients.lease(settings(1))).hasMessage("the component is stopped");
    }
}
