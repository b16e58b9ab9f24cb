/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests leases of shared clients. */
class SharedClientsTest {
    private final List<String> closed = new ArrayList<>();
    private final SharedClients<String, String> clients = new SharedClients<>(closed::add);

    @Test
    void equalSettingsShareAClient() {
        try (SharedClients<String, String>.Lease first = clients.lease("a", () -> "first");
                SharedClients<String, String>.Lease second = clients.lease("a", () -> "second")) {
            assertThat(second.client()).isSameAs(first.client());
        }
        assertThat(closed).isEmpty();
    }

    @Test
    void aClientIsCreatedOutsideOfTheLock() {
        clients.lease("a", () -> {
            CompletableFuture.runAsync(() -> clients.lease("b", () -> "b"))
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
            return "a";
        });

        assertThat(clients.size()).isEqualTo(2);
    }

    @Test
    void ofTwoClientsThatAreCreatedAtTheSameTimeOneIsClosed() {
        SharedClients<String, String>.Lease lease = clients.lease("a", () -> {
            clients.lease("a", () -> "first");
            return "second";
        });

        assertThat(lease.client()).isEqualTo("first");
        assertThat(closed).containsExactly("second");
    }

    @Test
    void onlyAFewUnusedClientsStayOpen() {
        SharedClients<String, String>.Lease used = clients.lease("used", () -> "used");
        for (int index = 0; index < 30; index++) {
            String name = "client-" + index;
            clients.lease(name, () -> name).close();
        }

        assertThat(clients.size()).isEqualTo(9);
        assertThat(closed).hasSize(22).doesNotContain("used").startsWith("client-0", "client-1");
        used.close();
    }

    @Test
    void aStopClosesAllClientsAndRejectsLeasesUntilTheNextStart() {
        clients.lease("a", () -> "a");
        clients.stop();

        assertThatThrownBy(() -> clients.lease("b", () -> "b")).isInstanceOf(IllegalStateException.class);
        clients.start();
        assertThat(clients.lease("a", () -> "new").client()).isEqualTo("new");
        assertThat(closed).containsExactly("a");
    }

    @Test
    void aClientThatIsCreatedDuringAStopIsClosed() {
        assertThatThrownBy(() -> clients.lease("a", () -> {
                    clients.stop();
                    return "a";
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(closed).containsExactly("a");
    }
}
